#include "ctest/tool/commands.h"

int main(int argc, char** argv) { return assay::tool_main(argc, argv); }
