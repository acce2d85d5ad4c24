#!/usr/bin/env bash
# Builds a program as it is given to users, and prints its path: optimised, with Swift's own libraries in it
# where the toolchain has them to link. It then starts in half the time, runs without a toolchain, and a call
# into the libraries goes straight there.
#
# usage: build-release.sh PACKAGE PRODUCT [arguments of swift build]
set -euo pipefail

package=$1
product=$2
shift 2
command=(swift build --configuration release --package-path "$package" "$@")
resources=$(swift -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
[[ -d ${resources}_static ]] && command+=(--static-swift-stdlib)
"${command[@]}" --product "$product" >&2
echo "$("${command[@]}" --show-bin-path)/$product"
