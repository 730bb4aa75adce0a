// SPDX-License-Identifier: GPL-2.0-or-later
#include "load/parallel.hpp"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace cg {
namespace {

// Tasks have numbers: those before next_ have begun, those before consumed_ have ended.
class Queue {
  public:
    Queue(std::size_t size, std::size_t ahead, const Task& produce)
        : size_(size), ahead_(ahead), produce_(produce), is_done_(size) {}

    // Runs tasks until all have begun.
    void run_all() {
        std::unique_lock lock(mutex_);
        for (;;) {
            changed_.wait(lock, [&] { return next_ == size_ || may_begin(); });
            if (next_ == size_)
                return;
            run_next(lock);
        }
    }
    // Waits for the end of a task, and runs others meanwhile. Throws the task's exception.
    void finish(std::size_t i) {
        std::unique_lock lock(mutex_);
        while (!is_done_[i]) {
            if (may_begin())
                run_next(lock);
            else
                changed_.wait(lock);
        }
        if (const auto error = errors_.find(i); error != errors_.end())
            std::rethrow_exception(error->second);
    }
    void note_consumed() {
        const std::lock_guard lock(mutex_);
        ++consumed_;
        changed_.notify_all();
    }
    void begin_no_more() {
        const std::lock_guard lock(mutex_);
        next_ = size_;
        changed_.notify_all();
    }

  private:
    bool may_begin() const { return next_ < size_ && next_ - consumed_ < ahead_; }
    void run_next(std::unique_lock<std::mutex>& lock) {
        const std::size_t i = next_++;
        lock.unlock();
        std::exception_ptr error;
        try {
            produce_(i);
        } catch (...) {
            error = std::current_exception();
        }
        lock.lock();
        if (error)
            errors_.emplace(i, error);
        is_done_[i] = true;
        changed_.notify_all();
    }

    const std::size_t size_;
    const std::size_t ahead_;
    const Task& produce_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::size_t next_ = 0;
    std::size_t consumed_ = 0;
    std::vector<bool> is_done_;
    std::map<std::size_t, std::exception_ptr> errors_;
};

} // namespace

unsigned default_jobs() {
    return std::max(1U, std::thread::hardware_concurrency());
}

Executor in_parallel(unsigned jobs, std::size_t ahead) {
    return [jobs, ahead](std::size_t n, const Task& produce, const Task& consume) {
        if (jobs < 2 || n < 2)
            return run_sequentially(n, produce, consume);
        Queue queue(n, ahead, produce);
        std::vector<std::jthread> threads; // their destructors wait
        struct Stop {
            Queue& queue;
            ~Stop() { queue.begin_no_more(); }
        } const stop{queue};
        try {
            for (std::size_t i = 1; i < std::min<std::size_t>(jobs, n); ++i)
                threads.emplace_back([&] { queue.run_all(); });
        } catch (const std::system_error&) {
            // The user may not have more threads. The others, or this one alone, run all tasks.
        }
        for (std::size_t i = 0; i < n; ++i) {
            queue.finish(i);
            consume(i);
            queue.note_consumed();
        }
    };
}

} // namespace cg
