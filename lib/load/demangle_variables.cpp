// SPDX-License-Identifier: GPL-2.0-or-later
#include "load/demangle_variables.hpp"

#include "binary/demangle.hpp"

#include <string>

namespace cg {

void demangle_variables(DataObjects& data) {
    for (DataObject& object : data.objects)
        if (object.kind == DataKind::static_data)
            object.name =
                data.names.intern(binary::demangled(std::string(data.names[object.name])));
}

} // namespace cg
