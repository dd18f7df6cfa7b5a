# shellcheck shell=bash
# Sourced by ctest/conform and ctest/selftest: sees to it that what the build needs is here, then configures and builds.
# Looks for each thing and installs what is absent, so a second call installs nothing. Chatter goes to stderr.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck disable=SC2034  # for those who source this
build=$root/build
cuda_home=${XDG_CACHE_HOME:-$HOME/.cache}/assay  # wheels of CUDA, one folder for each set of them

say() { echo "assay: $*" >&2; }
have() { command -v "$1" >/dev/null 2>&1; }
header() { [ -e "/usr/include/$1" ] || [ -e "/usr/local/include/$1" ]; }

# Debian's and Ubuntu's packages that are absent.
missing_packages() {
  have g++ || echo g++
  have cmake || echo cmake
  have ctest || echo cmake
  have ninja || echo ninja-build
  have python3 || echo python3
  have git || echo git
  have objdump || echo binutils
  header gtest/gtest.h || echo libgtest-dev
  header gmock/gmock.h || echo libgmock-dev
  header fmt/format.h || echo libfmt-dev
  header nlohmann/json.hpp || echo nlohmann-json3-dev
  header CLI/CLI.hpp || echo libcli11-dev
  header toml++/toml.h || echo libtomlplusplus-dev
  header zlib.h || echo zlib1g-dev
  header xxhash.h || echo libxxhash-dev
  if [ -n "$(missing_wheels)" ] && ! { have python3 && python3 -m pip --version >/dev/null 2>&1; }; then
    echo python3-pip
  fi
}

install_packages() {
  local missing
  missing=$(missing_packages | sort -u | paste -sd ' ')
  [ -n "$missing" ] || return 0
  if ! have apt-get; then
    say "not found: what Debian calls ${missing}; install it and call again"
    return 1
  fi
  if [ "$(id -u)" != 0 ]; then
    say "not found, and this is not root to install it. Run this, then call again:"
    say "  sudo apt-get update && sudo apt-get install --no-install-recommends ${missing}"
    return 1
  fi
  say "installing ${missing}"
  local apt=(apt-get -qq -o Acquire::Retries=1 -o Acquire::http::Timeout=20)
  # shellcheck disable=SC2086  # one word a package
  "${apt[@]}" update >&2 &&
    DEBIAN_FRONTEND=noninteractive "${apt[@]}" install -y --no-install-recommends $missing >&2 && return 0
  say "apt-get could not install ${missing}"
  return 1
}

# Where pieces of CUDA may lie beside PATH: the toolkit's own folder, and wheels that we installed earlier.
cuda_prefixes() { compgen -G '/usr/local/cuda*' || true; compgen -G "$cuda_home/wheels-*/nvidia/cu13" || true; }

# find_in_cuda DIRECTORY FILE: the first FILE in a DIRECTORY (bin, include) of a prefix; nothing when there is none.
find_in_cuda() {
  local prefix
  while read -r prefix; do
    [ -e "$prefix/$1/$2" ] && echo "$prefix/$1/$2" && return 0
  done < <(cuda_prefixes)
  return 0
}

find_tool() { command -v "$1" || find_in_cuda bin "$1"; }

# nvcc of CUDA 13 or newer that has the static runtime beside it.
find_nvcc() {
  local nvcc home
  while read -r nvcc; do
    [ -x "$nvcc" ] || continue
    "$nvcc" --version | grep -qE 'release (1[3-9]|[2-9][0-9])\.' || continue
    home=$(dirname "$(dirname "$(readlink -f "$nvcc")")")
    if compgen -G "$home/lib*/libcudart_static.a" >/dev/null ||
      compgen -G "$home/targets/*/lib/libcudart_static.a" >/dev/null; then
      echo "$nvcc"
      return 0
    fi
  done < <(command -v nvcc; cuda_prefixes | sed 's,$,/bin/nvcc,')
  return 0
}

# NVIDIA's own wheels for the pieces of CUDA that are absent. cuobjdump and nvdisasm are wheels since 13.2 only.
missing_wheels() {
  if [ -z "$(find_nvcc)" ]; then
    echo nvidia-cuda-nvcc==13.0.88 nvidia-cuda-crt==13.0.88 nvidia-nvvm==13.0.88
    echo nvidia-cuda-runtime==13.0.96 nvidia-cuda-cccl==13.0.85
  fi
  [ -n "$(find_tool cuobjdump)" ] || echo nvidia-cuda-cuobjdump==13.2.51
  [ -n "$(find_tool nvdisasm)" ] || echo nvidia-cuda-nvdisasm==13.2.51
  [ -n "$(find_in_cuda include nvml.h)" ] || echo nvidia-nvml-dev==13.0.87
  [ -n "$(find_in_cuda include cupti.h)$(find_in_cuda extras/CUPTI/include cupti.h)" ] || echo nvidia-cuda-cupti==13.0.85
}

install_wheels() {
  local missing new
  missing=$(missing_wheels | paste -sd ' ')
  [ -n "$missing" ] || return 0
  say "installing ${missing} into $cuda_home"
  mkdir -p "$cuda_home"
  new=$(mktemp -d "$cuda_home/new-XXXXXX")
  # shellcheck disable=SC2086  # one word a wheel
  if ! python3 -m pip install -q --no-deps --disable-pip-version-check --root-user-action=ignore \
    --target "$new" $missing >&2; then
    rm -rf "$new"
    say "pip could not install ${missing}"
    say "install the CUDA 13 toolkit, with nvcc in PATH or in /usr/local/cuda, and call again"
    return 1
  fi
  ln -sfn lib "$new/nvidia/cu13/lib64"  # nvcc links from lib64, and CMake asks for a name without version
  [ ! -e "$new/nvidia/cu13/lib/libcudart.so.13" ] || ln -sfn libcudart.so.13 "$new/nvidia/cu13/lib/libcudart.so"
  mv "$new" "$cuda_home/wheels-$(date +%s)"
}

set_up() { install_packages && install_wheels; }

# configure DIRECTORY PRESET: only when it was not, or nvcc has moved since; ninja does it again when a file asks for it.
configure() {
  local nvcc
  nvcc=$(find_nvcc)
  [ -e "$1/build.ninja" ] && grep -qsxF "$nvcc" "$1/configured-with" && return 0
  local options=()
  have ccache && options+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  if [ "$2" != sanitize ]; then  # which builds no CUDA
    options+=("-DCMAKE_CUDA_COMPILER=$nvcc" "-DASSAY_CUOBJDUMP=$(find_tool cuobjdump)")
    have ccache && options+=(-DCMAKE_CUDA_COMPILER_LAUNCHER=ccache)
  fi
  say "configuring $1"
  (cd "$root" && cmake --preset "$2" "${options[@]}") >&2 && echo "$nvcc" >"$1/configured-with"
}

# build_tree DIRECTORY PRESET [TARGET...]
build_tree() {
  configure "$1" "$2" || return 1
  local directory=$1
  shift 2
  ninja -C "$directory" "$@" >&2
}
