// swift-tools-version: 6.2
import PackageDescription

// A client as it might be anywhere, with the strictest settings on its library, and none on its program.
let package = Package(
  name: "Films",
  dependencies: [.package(name: "OpenCoreData", path: "../../..")],
  targets: [
    .target(
      name: "Films",
      dependencies: [.product(name: "OpenCoreData", package: "OpenCoreData")],
      resources: [.copy("Films.xcdatamodeld")],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .strictMemorySafety(),
        .treatAllWarnings(as: .error),
      ],
      plugins: [.plugin(name: "ManagedObjectClasses", package: "OpenCoreData")]),
    .executableTarget(
      name: "Clerk",
      dependencies: ["Films", .product(name: "CoreData", package: "OpenCoreData")],
      resources: [.copy("Notes.xcdatamodeld")],
      swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)],
      plugins: [.plugin(name: "ManagedObjectClasses", package: "OpenCoreData")]),
    .testTarget(name: "FilmsTests", dependencies: ["Films"]),
  ])
