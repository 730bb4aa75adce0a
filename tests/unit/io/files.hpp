// SPDX-License-Identifier: GPL-2.0-or-later
// Files in a directory of the test's own.
#pragma once

#include "error/error.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <string_view>
#include <vector>

namespace cg {

namespace fs = std::filesystem;

class Files : public testing::Test {
  protected:
    Files() {
        std::string pattern = (fs::temp_directory_path() / "cg-io-XXXXXX").string();
        dir = ::mkdtemp(pattern.data());
    }
    ~Files() override { fs::remove_all(dir); }

    std::string path(const std::string& name) const { return (dir / name).string(); }
    void put(const std::string& name, std::string_view bytes) const {
        std::ofstream(path(name), std::ios::binary) << bytes;
    }
    std::string get(const std::string& name) const {
        std::ifstream file(path(name), std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    std::vector<std::string> names() const {
        std::vector<std::string> all;
        for (const auto& entry : fs::directory_iterator(dir))
            all.push_back(entry.path().filename());
        std::ranges::sort(all);
        return all;
    }
    template <typename Action>
    std::string message(Action action) const {
        try {
            action();
        } catch (const Error& error) {
            return error.message();
        }
        return "no error";
    }

    fs::path dir;
};

} // namespace cg
