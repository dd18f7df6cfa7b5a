// libstdc++ 12 asks glibc 2.36 for arc4random; with this one in its place the programs start on glibc 2.35.
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

uint32_t arc4random(void) {
  uint32_t value = 0;
  if (getrandom(&value, sizeof value, 0) != (ssize_t)sizeof value) abort();
  return value;
}
