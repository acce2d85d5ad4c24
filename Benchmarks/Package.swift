// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nobody who uses the library builds it. `make bench` runs it.
let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "OpenCoreData", path: "..")],
  targets: [
    .executableTarget(
      name: "bench",
      dependencies: [.product(name: "OpenCoreData", package: "OpenCoreData")])
  ],
  swiftLanguageModes: [.v6]
)
