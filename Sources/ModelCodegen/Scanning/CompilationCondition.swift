/// What the condition of an `#if` is on the platforms where shims are needed: true, false or not known.
///
/// What depends on settings of the build (`DEBUG`, `arch(…)`, a module that may be there) is not known;
/// what is generated for such a block stands under the same condition.
struct CompilationCondition {
  private let words: [String]
  private var at = 0

  /// The value of the condition that these tokens are; nil where it is not known.
  static func value(of words: [String]) -> Bool? {
    guard words.count <= 1000 else { return nil }
    var condition = CompilationCondition(words: words)
    let value = condition.disjunction(depth: 0)
    return condition.at == words.count ? value : nil
  }

  private init(words: [String]) { self.words = words }

  private mutating func take(_ word: String) -> Bool {
    guard at < words.count, words[at] == word else { return false }
    at += 1
    return true
  }

  private mutating func takeBoth(_ mark: String) -> Bool {
    guard at + 1 < words.count, words[at] == mark, words[at + 1] == mark else { return false }
    at += 2
    return true
  }

  private mutating func disjunction(depth: Int) -> Bool? {
    var value = conjunction(depth: depth)
    while takeBoth("|") {
      let other = conjunction(depth: depth)
      value = value == true || other == true ? true : value == nil || other == nil ? nil : false
    }
    return value
  }

  private mutating func conjunction(depth: Int) -> Bool? {
    var value = negation(depth: depth)
    while takeBoth("&") {
      let other = negation(depth: depth)
      value = value == false || other == false ? false : value == nil || other == nil ? nil : true
    }
    return value
  }

  private mutating func negation(depth: Int) -> Bool? {
    guard depth < 64 else {
      at = words.count + 1
      return nil
    }
    if take("!") { return negation(depth: depth + 1).map { !$0 } }
    if take("(") {
      let value = disjunction(depth: depth + 1)
      _ = take(")")
      return value
    }
    guard at < words.count else { return nil }
    let name = words[at]
    at += 1
    guard take("(") else { return name == "true" ? true : name == "false" ? false : nil }
    let start = at
    while at < words.count, words[at] != ")" { at += 1 }
    let argument = words[start..<min(at, words.count)].joined()
    _ = take(")")
    return CompilationCondition.call(name, argument)
  }

  private static func call(_ name: String, _ argument: String) -> Bool? {
    switch name {
    case "os":
      if argument == "Linux" { return true }
      return appleSystems.contains(argument) || argument == "Windows" ? false : nil
    case "canImport":
      let module = argument.split(separator: ",").first.map(String.init) ?? argument
      if presentModules.contains(module) { return true }
      return appleModules.contains(module) ? false : nil
    case "targetEnvironment": return ["simulator", "macCatalyst"].contains(argument) ? false : nil
    case "_runtime": return argument == "_Native" ? true : argument == "_ObjC" ? false : nil
    case "compiler": return version(argument, known: [6, 2])
    // The mode of the language is at least 5; what the build says beyond is not known.
    case "swift": return version(argument, known: [5])
    default: return nil
    }
  }

  /// The value of `>=4.2` or `<4.2` where the version is at least the known one.
  private static func version(_ argument: String, known: [Int]) -> Bool? {
    let isAtLeast = argument.hasPrefix(">=")
    guard isAtLeast || argument.hasPrefix("<") else { return nil }
    let parts = argument.dropFirst(isAtLeast ? 2 : 1).split(separator: ".").map { Int($0) ?? 99 }
    return known.lexicographicallyPrecedes(parts) ? nil : isAtLeast
  }

  private static let appleSystems: Set<String> = [
    "macOS", "OSX", "iOS", "tvOS", "watchOS", "visionOS", "xrOS", "driverKit",
  ]
  private static let presentModules: Set<String> = [
    "Swift", "Foundation", "FoundationEssentials", "Glibc", "Dispatch",
  ]
  private static let appleModules: Set<String> = [
    "ObjectiveC", "Darwin", "UIKit", "AppKit", "Cocoa", "WatchKit", "SwiftUI", "CloudKit",
    "CoreGraphics", "CoreImage", "CoreLocation", "MapKit", "CoreSpotlight", "WidgetKit",
    "AppIntents",
    "os", "OSLog", "SwiftData", "TVUIKit", "Contacts", "EventKit", "Photos", "PhotosUI",
    "AVFoundation",
    "HealthKit", "HomeKit", "MobileCoreServices", "CoreServices", "Carbon", "XCTestObservation",
    "UniformTypeIdentifiers", "QuartzCore", "CoreMedia", "StoreKit", "MessageUI", "Intents",
  ]
}
