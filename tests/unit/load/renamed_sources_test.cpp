// SPDX-License-Identifier: GPL-2.0-or-later
#include "load/renamed_sources.hpp"

#include "../algebra/text.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

// Has the files a2 and b only.
class TwoFiles : public Sources {
  public:
    std::shared_ptr<const SourceText> find(const std::string& name) override {
        if (name != "a2" && name != "b")
            return nullptr;
        return std::make_shared<SourceText>(SourceText{name, "", {}});
    }
};

TEST(RenamedSources, AreFoundByAnOriginalName) {
    const Profile p = profile("cmd: c\nevents: Ir\nfl=a1\nfn=f\n1 1\nfl=a2\nfn=f\n1 1\nfl=c\n"
                              "fn=f\n1 1\nsummary: 3\n");
    const Renamed renamed =
        rename(p, [](std::string_view name) { return std::string(name.substr(0, 1)); }, {});
    TwoFiles files;
    RenamedSources sources(files, renamed);
    ASSERT_TRUE(sources.find("a"));
    EXPECT_EQ(sources.find("a")->path, "a2"); // a1 is not there
    EXPECT_FALSE(sources.find("c"));
    EXPECT_EQ(sources.find("b")->path, "b"); // not in the profile: as it is
}

} // namespace
} // namespace cg
