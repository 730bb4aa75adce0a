// SPDX-License-Identifier: GPL-2.0-or-later
#include "load/demangle_variables.hpp"

#include "binary/demangle.hpp"

#include <algorithm>
#include <string>

namespace cg {

void demangle_variables(DataObjects& data) {
    for (DataObject& object : data.objects) {
        if (object.kind != DataKind::static_data)
            continue;
        // Variables of one name have their addresses: "_ZL5table [0x4060]".
        const std::string name(data.names[object.name]);
        const std::size_t end = std::min(name.find(" [0x"), name.size());
        object.name = data.names.intern(binary::demangled(name.substr(0, end)) + name.substr(end));
    }
}

} // namespace cg
