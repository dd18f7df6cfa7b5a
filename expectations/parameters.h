#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>

namespace assay {

/// One parameter of a configuration: an integer (`stages = 4`) or a word (`swizzle = "128B"`).
using Parameter = std::variant<std::int64_t, std::string>;

/// Parameters by name. Ordered by name, so that the text of equal parameters is equal.
using Parameters = std::map<std::string, Parameter, std::less<>>;

/// "bytes=16 ctas=1 stages=4"; "" for none.
std::string to_text(const Parameters& parameters);

/// True if every parameter of `where` is in `parameters` with the same value; an empty `where` matches all.
bool matches(const Parameters& parameters, const Parameters& where);

/// The value of an integer, as 64 bits and as an int, or of a word. Throws std::out_of_range when there is no
/// such parameter, std::bad_variant_access when it is of the other kind.
std::int64_t integer_of(const Parameters& parameters, const std::string& name);
int int_of(const Parameters& parameters, const std::string& name);
const std::string& word_of(const Parameters& parameters, const std::string& name);

}  // namespace assay
