#include "conformance/async_copy/async_copy_published.h"
#include "conformance/mma/mma_published.h"
#include "fixtures/claim/claim_test.h"

int main(int argc, char** argv) {
  assay::register_published(assay::async_copy::read_published);
  assay::register_published(assay::mma::read_published);
  return assay::claims_main(argc, argv);
}
