#!/usr/bin/env bash
# Installs what a Debian or Ubuntu machine with a Swift toolchain still lacks, where it may; otherwise
# names the one command that does, and stops. Silent when nothing is missing.
#
# usage: requirements.sh [--bench]
set -euo pipefail

has() { command -v "$1" >/dev/null 2>&1; }
has_library() { has pkg-config && pkg-config --exists "$1"; }

if ! has swift; then
  echo "There is no 'swift' on the PATH. Install Swift 6.2 or later: https://www.swift.org/install" >&2
  exit 1
fi

missing=()
has pkg-config || missing+=(pkg-config)
has_library libxml-2.0 || missing+=(libxml2-dev)
if [[ ${1:-} == --bench ]]; then
  has_library sqlite3 || missing+=(libsqlite3-dev)
  has sqlite3 || missing+=(sqlite3)
  has python3 || missing+=(python3)
  has cc || missing+=(gcc libc6-dev)
fi
((${#missing[@]})) || exit 0

if ! has apt-get; then
  echo "Please install these, or what your system calls them: ${missing[*]}" >&2
  exit 1
fi

if [[ $(id -u) == 0 ]]; then
  as_root=(env)
elif has sudo && sudo -n true 2>/dev/null; then
  as_root=(sudo -n env)
else
  echo "Some packages are missing. Please run this, then try again:" >&2
  echo "  sudo apt-get install -y ${missing[*]}" >&2
  exit 1
fi

echo "Installing ${missing[*]} …"
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" DEBIAN_FRONTEND=noninteractive \
  apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
