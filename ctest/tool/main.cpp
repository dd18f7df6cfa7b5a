#include "ctest/tool/commands.h"
#include "ctest/tool/process.h"

int main(int argc, char** argv) {
  assay::catch_stop_signals();
  return assay::tool_main(argc, argv);
}
