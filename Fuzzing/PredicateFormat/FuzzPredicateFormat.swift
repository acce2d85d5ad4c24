import Foundation
import PredicateLogic

/// libFuzzer's own loop; what it calls is below.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

@main
enum FuzzPredicateFormat {
  static func main() {
    var count = CommandLine.argc
    var arguments = unsafe CommandLine.unsafeArgv
    exit(
      unsafe runDriver(&count, &arguments) { bytes, count in
        unsafe FuzzPredicateFormat.check(UnsafeBufferPointer(start: bytes, count: count))
        return 0
      })
  }

  /// Reads one format.
  ///
  /// What can be read must print what reads equal; what cannot must have an error with a text.
  private static func check(_ bytes: UnsafeBufferPointer<UInt8>) {
    let format = unsafe String(decoding: bytes, as: UTF8.self)
    let arguments: [Any?] = ["a.b", 1, nil, 2.5, ["x", "y"]]
    let wanted = format.utf8.count { $0 == UInt8(ascii: "%") }
    do throws(PredicateFormatError) {
      let predicate = try PredicateLogic.NSPredicate(
        validating: format, arguments: Array(arguments.prefix(wanted)))
      let printed = predicate.predicateFormat
      guard let again = try? PredicateLogic.NSPredicate(validating: printed) else {
        fatalError("'\(format)' prints '\(printed)', which cannot be read")
      }
      precondition(again == predicate && again.hash == predicate.hash)
      precondition(again.predicateFormat == printed)
    } catch {
      precondition(error.column >= 1 && !error.description.isEmpty)
    }
  }
}
