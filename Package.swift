// swift-tools-version: 6.2
import PackageDescription

/// The settings of every target: the strictest that this compiler offers, warnings as errors, so that
/// what leaks across a module border or touches memory unsafely is visible where it is written.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),  // `any P` is spelled out
  .enableUpcomingFeature("InternalImportsByDefault"),  // an import says what it shows to clients
  .enableUpcomingFeature("MemberImportVisibility"),  // members come only from imported modules
  .strictMemorySafety(),  // every unsafe use carries the word `unsafe`
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "OpenCoreData",
  products: [
    .library(name: "OpenCoreData", targets: ["OpenCoreData"]),
    // NSPredicate, NSExpression and NSSortDescriptor alone, for any objects.
    .library(name: "Predicates", targets: ["Predicates"]),
    // For applications only: with it `import CoreData` compiles unchanged.
    .library(name: "CoreData", targets: ["CoreData"]),
    .executable(name: "coredata", targets: ["CoreDataTool"]),
    // Classes for the entities of a target's models, and bodies for what it marks @NSManaged.
    .plugin(name: "ManagedObjectClasses", targets: ["ManagedObjectClasses"]),
  ],
  targets: [
    .systemLibrary(
      name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    // One instruction of the processor, in a header.
    .systemLibrary(name: "CPrefetch"),
    .target(name: "PredicateLogic", exclude: ["README.md"], swiftSettings: strict),
    // The face of PredicateLogic, which makes its names win over Foundation's.
    .target(
      name: "Predicates", dependencies: ["PredicateLogic"], exclude: ["README.md"],
      swiftSettings: strict),
    .target(
      name: "ManagedModel", dependencies: ["CLibXML2", "Predicates"], exclude: ["README.md"],
      // A link to the file in Schemas/, so that the grammar is part of the program.
      resources: [.embedInCode("Checking/xcdatamodel.rng")], swiftSettings: strict),
    .target(
      name: "DocumentStore", dependencies: ["ManagedModel", "Predicates", "CLibXML2", "CPrefetch"],
      exclude: ["README.md"],
      swiftSettings: strict),
    .target(
      name: "OpenCoreData", dependencies: ["ManagedModel", "DocumentStore", "Predicates"],
      exclude: ["README.md"], swiftSettings: strict),
    .target(name: "CoreData", dependencies: ["OpenCoreData"], swiftSettings: strict),
    .target(
      name: "ModelCodegen", dependencies: ["ManagedModel", "Predicates"], exclude: ["README.md"],
      swiftSettings: strict),
    .executableTarget(
      name: "CoreDataTool", dependencies: ["OpenCoreData", "ModelCodegen"], exclude: ["README.md"],
      swiftSettings: strict),
    // What the plugin runs; a plugin finds its tool by the name of the target.
    .executableTarget(
      name: "momc", dependencies: ["ModelCodegen", "ManagedModel"], path: "Sources/ModelCompiler",
      exclude: ["README.md"], swiftSettings: strict),
    .plugin(
      name: "ManagedObjectClasses", capability: .buildTool(), dependencies: ["momc"],
      path: "Sources/ManagedObjectClasses"),
    .executableTarget(
      name: "example-edit", dependencies: ["OpenCoreData"], path: "Examples/EditValue",
      swiftSettings: strict),
    .executableTarget(
      name: "example-films", dependencies: ["OpenCoreData"], path: "Examples/Films",
      swiftSettings: strict),
    .executableTarget(
      name: "example-tally", dependencies: ["OpenCoreData"], path: "Examples/Tally",
      swiftSettings: strict),
    // Apps as a newcomer writes them, in the mode of Swift that such code is written in, and one in Swift 6.
    .target(
      name: "ExampleArguments", path: "Sources/Examples/ExampleArguments", swiftSettings: strict),
    .executableTarget(
      name: "FaveFlicks", dependencies: ["CoreData", "ExampleArguments"],
      path: "Sources/Examples/FaveFlicks", resources: [.copy("FaveFlicks.xcdatamodeld")],
      swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)],
      plugins: ["ManagedObjectClasses"]),
    .executableTarget(
      name: "FaveFlicks6", dependencies: ["CoreData", "ExampleArguments"],
      path: "Sources/Examples/FaveFlicks6", resources: [.copy("FaveFlicks.xcdatamodeld")],
      swiftSettings: strict, plugins: ["ManagedObjectClasses"]),
    .executableTarget(
      name: "FoodPin", dependencies: ["CoreData", "ExampleArguments"],
      path: "Sources/Examples/FoodPin", resources: [.copy("FoodPin.xcdatamodeld")],
      swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)],
      plugins: ["ManagedObjectClasses"]),
    .testTarget(
      name: "PredicatesTests", dependencies: ["Predicates", "PredicateLogic"], swiftSettings: strict
    ),
    // Clients as most are, without our settings: which of two classes of one name a file gets.
    .testTarget(name: "NamesTests", dependencies: ["Predicates", "OpenCoreData", "CoreData"]),
    .testTarget(
      name: "NamesSwift5Tests", dependencies: ["Predicates", "OpenCoreData", "CoreData"],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "ManagedModelTests", dependencies: ["ManagedModel", "Predicates"], swiftSettings: strict
    ),
    .testTarget(
      name: "ModelCodegenTests", dependencies: ["ModelCodegen", "ManagedModel"],
      swiftSettings: strict),
    .testTarget(
      name: "DocumentStoreTests", dependencies: ["DocumentStore", "ManagedModel", "Predicates"],
      swiftSettings: strict),
    .testTarget(
      name: "OpenCoreDataTests", dependencies: ["OpenCoreData", "ManagedModel", "Predicates"],
      swiftSettings: strict),
    .testTarget(
      name: "CoreDataToolTests",
      dependencies: [
        "CoreDataTool", "momc", "example-edit", "example-films", "example-tally", "FaveFlicks",
        "FaveFlicks6",
        "FoodPin", "OpenCoreData",
      ],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

// A fuzzer needs flags that a package with clients must not have; `scripts/fuzz.sh` asks for it. There is nothing
// else in the package then, because tools that run while it is built would need the flags, too.
if Context.environment["FUZZ"] != nil {
  let fuzzed: [SwiftSetting] = [
    .define("FUZZING"), .unsafeFlags(["-sanitize=fuzzer,address", "-parse-as-library"]),
  ]
  let readers = ["PredicateLogic", "Predicates", "ManagedModel", "DocumentStore"]
  package.products = []
  package.targets.removeAll { !readers.contains($0.name) && $0.type != .system }
  for target in package.targets where target.type != .system {
    target.swiftSettings = strict + fuzzed
  }
  package.targets.append(
    .executableTarget(
      name: "fuzz",
      dependencies: ["PredicateLogic", "Predicates", "ManagedModel", "DocumentStore"],
      path: "Fuzzing/Sources", swiftSettings: strict + fuzzed,
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]))
}
