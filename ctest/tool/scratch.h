#pragma once

#include <filesystem>

namespace assay {

/// A new empty folder under $TMPDIR or /tmp that goes with this object.
class ScratchFolder {
 public:
  ScratchFolder();  ///< Throws ToolError.
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace assay
