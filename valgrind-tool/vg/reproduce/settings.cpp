// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/reproduce/settings.hpp"

namespace cg::vg::reproduce {

constinit Settings settings;
constinit ULong seed = 0;

ReproduceFault choose_settings() {
    const ReproduceOptions& given = options.reproduce;
    const bool all = given.reproducible;
    settings.cpu = given.cpu == CpuModel::automatic
                       ? (all && has_cpu_models ? cpu_models[0].model : CpuModel::host)
                       : given.cpu;
    settings.cpus = given.cpus != 0 ? static_cast<UInt>(given.cpus) : all ? 1 : 0;
    settings.random = (all || given.has_seed) && !given.real_random;
    settings.clock = (all || given.has_epoch) && !given.real_time;
    settings.order = all || settings.clock;
    settings.environment = all || given.keep_env.count != 0;
    settings.machine = all;
    settings.any = settings.cpu != CpuModel::host || settings.cpus != 0 || settings.random ||
                   settings.clock || settings.environment;
    seed = static_cast<ULong>(given.seed);
    if (given.has_seed && given.real_random)
        return {"--seed", "It cannot be used with --real-random=yes."};
    if (given.has_epoch && given.real_time)
        return {"--epoch", "It cannot be used with --real-time=yes."};
    return {};
}

} // namespace cg::vg::reproduce
