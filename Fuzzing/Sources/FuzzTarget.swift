import DocumentStore
import Foundation

/// The readers that are given what libFuzzer makes up.
enum FuzzTarget: String, CaseIterable {
  case model
  case document
  case binary
  case appleDocument = "apple-document"
  case appleBinary = "apple-binary"
  case predicates

  /// Reads one input, and uses what was read.
  func check(_ bytes: [UInt8]) {
    switch self {
    case .model: ModelTarget.check(bytes)
    case .document: StoreTarget.document.check(bytes)
    case .binary: StoreTarget.binary.check(bytes)
    case .appleDocument: StoreTarget.appleDocument.check(bytes)
    case .appleBinary: StoreTarget.appleBinary.check(bytes)
    case .predicates: PredicateTarget.check(bytes)
    }
  }
}

/// libFuzzer's own loop; what it calls is given to it.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// What the environment chooses, looked up once.
enum FuzzSettings {
  private static let environment = ProcessInfo.processInfo.environment

  /// `FUZZ_TARGET`.
  static let target: FuzzTarget = {
    let name = environment["FUZZ_TARGET"] ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
      fatalError("FUZZ_TARGET is '\(name)', not one of \(FuzzTarget.allCases.map(\.rawValue))")
    }
    return target
  }()

  /// `FUZZ_FOLDER`, best one in memory: every input becomes a file there.
  static let folder = environment["FUZZ_FOLDER"] ?? NSTemporaryDirectory()

  /// Where seeds are to be written, instead of fuzzing.
  static let seeds = environment["FUZZ_WRITE_SEEDS"]

  /// The project, for its models.
  static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
}

@main
enum Fuzz {
  static func main() throws {
    if let folder = FuzzSettings.seeds { return try Seeds.write(to: folder) }
    var count = CommandLine.argc
    var arguments = unsafe CommandLine.unsafeArgv
    exit(
      unsafe runDriver(&count, &arguments) { bytes, count in
        FuzzSettings.target.check(unsafe Array(UnsafeBufferPointer(start: bytes, count: count)))
        return 0
      })
  }
}

/// Ends the program, with a text also where it is optimized, unless something is so.
func demand(
  _ isSo: Bool, _ text: @autoclosure () -> String = "what must be so is not", line: Int = #line
) {
  if !isSo { fatalError("line \(line): \(text())") }
}
