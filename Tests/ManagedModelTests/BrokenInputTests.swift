import Foundation
import ManagedModel
import Testing

/// Whatever is read, the reader ends with a model or says where it is wrong.
@Suite("Broken input")
struct BrokenInputTests {
  private static let bytes = Array(Sample.everything.utf8)

  /// Reads bytes; a model without errors must give them back.
  private static func judge(_ bytes: [UInt8]) -> Bool {
    let reading = ModelReader.read(Data(bytes), file: "m")
    if let model = reading.model {
      let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
      guard let written = try? model.xmlData() else { return false }
      return !isUTF8 || Array(written) == bytes
    }
    let errors = reading.diagnostics.filter { $0.severity == .error }
    return !errors.isEmpty && errors.allSatisfy { $0.location.line != nil && !$0.message.isEmpty }
  }

  @Test("every prefix of a model loads or has an error with a place")
  func prefixes() {
    for length in 0..<Self.bytes.count {
      #expect(Self.judge(Array(Self.bytes[..<length])), "prefix of \(length) bytes")
    }
  }

  @Test("ten thousand mutations load or have an error with a place", arguments: 0..<20)
  func mutations(_ seed: Int) {
    var numbers = SeededNumbers(seed: UInt64(seed) + 1)
    for round in 0..<500 {
      let mutation = Self.mutation(using: &numbers)
      #expect(Self.judge(mutation), "seed \(seed), round \(round)")
    }
  }

  /// The sample with one to three things changed: a byte, a value, a tag doubled or left out.
  private static func mutation(using numbers: inout SeededNumbers) -> [UInt8] {
    var result = bytes
    for _ in 0..<Int.random(in: 1...3, using: &numbers) {
      let position = Int.random(in: 0..<result.count, using: &numbers)
      switch Int.random(in: 0..<6, using: &numbers) {
      case 0: result[position] = UInt8.random(in: 0...255, using: &numbers)
      case 1: result.remove(at: position)
      case 2: result.insert(UInt8.random(in: 32...126, using: &numbers), at: position)
      case 3: swapWords(&result, using: &numbers)
      default: moveLine(&result, using: &numbers)
      }
    }
    return result
  }

  /// Puts the value of one attribute in place of another's.
  private static func swapWords(_ bytes: inout [UInt8], using numbers: inout SeededNumbers) {
    let quotes = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\"") }
    guard quotes.count > 4 else { return }
    let first = Int.random(in: 0..<quotes.count - 1, using: &numbers)
    let second = Int.random(in: 0..<quotes.count - 1, using: &numbers)
    let value = Array(bytes[(quotes[second] + 1)..<quotes[second + 1]])
    bytes.replaceSubrange((quotes[first] + 1)..<quotes[first + 1], with: value)
  }

  /// Doubles a line, or leaves it out.
  private static func moveLine(_ bytes: inout [UInt8], using numbers: inout SeededNumbers) {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
    let line = lines.remove(at: Int.random(in: 0..<lines.count, using: &numbers))
    if Bool.random(using: &numbers) {
      for _ in 0..<2 { lines.insert(line, at: Int.random(in: 0...lines.count, using: &numbers)) }
    }
    bytes = Array(lines.joined(separator: [0x0A]))
  }
}
