#pragma once

#include <functional>
#include <string>
#include <vector>

#include "fixtures/estimate/estimate.h"

/// Readings as a table: one value for each kind of instruction, picked, grouped and compared by parameters.
/// Nothing here knows what a value is. A comparison that finds no pair throws MissingConfiguration.
namespace assay::mma {

using Names = std::vector<std::string>;

/// An integer or a word of `where`. Throw MissingConfiguration when it is not there.
std::int64_t integer(const Parameters& where, const std::string& name);
const std::string& word(const Parameters& where, const std::string& name);

/// The parameters of `where` that have one of these names; a name that `where` lacks is left out.
Parameters projected(const Parameters& where, const Names& names);

/// The readings that match. Throw MissingConfiguration when none does.
Readings only(const Readings& readings, const Parameters& where);
Readings only_if(const Readings& readings, const std::string& words,
                 const std::function<bool(const Parameters&)>& keep);

/// One reading for each group of readings that agree in `names`, at those parameters.
Readings in_groups(const Readings& readings, const Names& names,
                   const std::function<Reading(const Readings&)>& of_group);
Readings highest_of_each(const Readings& readings, const Names& names);
Readings lowest_of_each(const Readings& readings, const Names& names);

/// What lies between the extremes of each group of two or more: their difference, and their ratio.
Readings spread_of_each(const Readings& readings, const Names& names);
Readings highest_over_lowest(const Readings& readings, const Names& names);

/// over / under, or over - under, for every pair that agrees in `names`, at those parameters. Where several
/// readings of one side agree in them, its highest counts.
Readings ratios(const Readings& over, const Readings& under, const Names& names);
Readings differences(const Readings& over, const Readings& under, const Names& names);

/// The value at the next larger `varied` over the value at this one, all else equal, at this one.
Readings gains(const Readings& readings, const std::string& varied);

/// The lowest, the median and the highest of all, at {of = "lowest"} and so on.
Readings extremes(const Readings& readings);

Readings scaled(Readings readings, double factor);

}  // namespace assay::mma
