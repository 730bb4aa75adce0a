// SPDX-License-Identifier: GPL-2.0-or-later
#include "load/parallel.hpp"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace cg {
namespace {

// The work that was not begun yet, and what became of the other.
class Queue {
  public:
    Queue(std::size_t size, std::size_t ahead, const Task& work)
        : size_(size), ahead_(ahead), work_(work), is_done_(size), errors_(size) {}

    // Works until there is nothing more to begin.
    void work_on() {
        std::unique_lock lock(mutex_);
        for (;;) {
            changed_.wait(lock, [&] { return next_ == size_ || may_begin(); });
            if (next_ == size_)
                return;
            work_on_next(lock);
        }
    }
    // Waits for this one, working meanwhile. Throws what it threw.
    void finish(std::size_t i) {
        std::unique_lock lock(mutex_);
        while (!is_done_[i]) {
            if (may_begin())
                work_on_next(lock);
            else
                changed_.wait(lock);
        }
        if (errors_[i])
            std::rethrow_exception(errors_[i]);
    }
    void note_taken() {
        const std::lock_guard lock(mutex_);
        ++taken_;
        changed_.notify_all();
    }
    void begin_no_more() {
        const std::lock_guard lock(mutex_);
        next_ = size_;
        changed_.notify_all();
    }

  private:
    bool may_begin() const { return next_ < size_ && next_ - taken_ < ahead_; }
    void work_on_next(std::unique_lock<std::mutex>& lock) {
        const std::size_t i = next_++;
        lock.unlock();
        std::exception_ptr error;
        try {
            work_(i);
        } catch (...) {
            error = std::current_exception();
        }
        lock.lock();
        errors_[i] = error;
        is_done_[i] = true;
        changed_.notify_all();
    }

    const std::size_t size_;
    const std::size_t ahead_;
    const Task& work_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::size_t next_ = 0;
    std::size_t taken_ = 0;
    std::vector<bool> is_done_;
    std::vector<std::exception_ptr> errors_;
};

} // namespace

unsigned default_jobs() {
    return std::max(1U, std::thread::hardware_concurrency());
}

Tasks in_parallel(unsigned jobs, std::size_t ahead) {
    return [jobs, ahead](std::size_t n, const Task& work, const Task& take) {
        if (jobs < 2 || n < 2)
            return in_turn(n, work, take);
        Queue queue(n, ahead, work);
        std::vector<std::jthread> threads; // whose destructors wait
        struct Stop {
            Queue& queue;
            ~Stop() { queue.begin_no_more(); }
        } const stop{queue};
        try {
            for (std::size_t i = 1; i < std::min<std::size_t>(jobs, n); ++i)
                threads.emplace_back([&] { queue.work_on(); });
        } catch (const std::system_error&) {
            // The user may have no more threads: fewer do the same, and finish() works itself.
        }
        for (std::size_t i = 0; i < n; ++i) {
            queue.finish(i);
            take(i);
            queue.note_taken();
        }
    };
}

} // namespace cg
