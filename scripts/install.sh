#!/usr/bin/env bash
# Builds the command `coredata` for release and installs it in PREFIX/bin; with DESTDIR as the root, where it is set.
#
# usage: install.sh PREFIX
set -euo pipefail
cd "$(dirname "$0")/.."

folder=${DESTDIR:-}$1/bin
# Without symbols: a program of half the size.
tool=$(scripts/build-release.sh . coredata -Xlinker -s)
install -d "$folder"
install "$tool" "$folder/coredata"
echo "installed $folder/coredata"
