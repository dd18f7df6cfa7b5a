#include "ctest/tool/scratch.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <cerrno>
#include <cstring>

#include "ctest/tool/error.h"

namespace assay {

ScratchFolder::ScratchFolder() {
  auto name = (std::filesystem::temp_directory_path() / "assay-XXXXXX").string();
  if (!mkdtemp(name.data())) {
    throw ToolError(
        fmt::format("cannot make a temporary folder {}: {}; set TMPDIR", name, std::strerror(errno)));
  }
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace assay
