import Foundation

/// A line of a .tsv file, taken apart at the bytes, so that reading the workload weighs no more here than in
/// the floors' C.
struct Rows {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var fields: [Range<Int>] = []

  /// Calls `body` with each line of a file.
  static func forEach(in file: URL, _ body: (Rows) -> Void) throws {
    try Data(contentsOf: file, options: .alwaysMapped).withUnsafeBytes { raw in
      var row = Rows(bytes: raw.bindMemory(to: UInt8.self))
      var start = 0
      for (index, byte) in row.bytes.enumerated() where byte <= UInt8(ascii: "\n") {
        guard byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n") else { continue }
        row.fields.append(start..<index)
        start = index + 1
        guard byte == UInt8(ascii: "\n") else { continue }
        body(row)
        row.fields.removeAll(keepingCapacity: true)
      }
    }
  }

  private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  func text(_ field: Int) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes[fields[field]]), as: UTF8.self)
  }

  func integer(_ field: Int) -> Int64 {
    var value: Int64 = 0
    for byte in bytes[fields[field]] where byte != UInt8(ascii: "-") {
      value = value * 10 + Int64(byte & 15)
    }
    return bytes[fields[field].lowerBound] == UInt8(ascii: "-") ? -value : value
  }

  /// A number with one digit behind the point.
  func number(_ field: Int) -> Double {
    var value = 0.0
    for byte in bytes[fields[field]] where byte != UInt8(ascii: ".") {
      value = value * 10 + Double(byte & 15)
    }
    return value / 10
  }

  func data(_ field: Int) -> Data {
    let digits = UnsafeBufferPointer(rebasing: bytes[fields[field]])
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: digits.count / 2) { target in
      for index in 0..<target.count {
        target[index] = Self.digit(digits[2 * index]) << 4 | Self.digit(digits[2 * index + 1])
      }
      return Data(buffer: target)
    }
  }

  /// Without a branch, which could not be predicted.
  private static func digit(_ byte: UInt8) -> UInt8 { byte & 15 &+ (byte >> 6) &* 9 }
}
