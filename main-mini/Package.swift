// swift-tools-version: 6.2
import PackageDescription
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"), .strictMemorySafety(), .treatAllWarnings(as: .error),
]
let package = Package(name: "OpenCoreData", products: [.library(name: "Predicates", targets: ["Predicates"])],
  targets: [
  .target(name: "PredicateLogic", exclude: ["README.md"], swiftSettings: strict),
  .target(name: "Predicates", dependencies: ["PredicateLogic"], exclude: ["README.md"], swiftSettings: strict),
  .testTarget(name: "PredicatesTests", dependencies: ["Predicates", "PredicateLogic"], swiftSettings: strict)],
  swiftLanguageModes: [.v6])
