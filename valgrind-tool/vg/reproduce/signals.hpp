// SPDX-License-Identifier: GPL-2.0-or-later
// The signals that a program ignores when it starts: a shell ignores some for programs in the
// background, and shells, perl and sort look.
#pragma once

namespace cg::vg::reproduce {

// To be called before the core looks at them: none is blocked, and none but SIGHUP is ignored,
// which lets a program that nohup started outlive its terminal.
void start_signals();

} // namespace cg::vg::reproduce
