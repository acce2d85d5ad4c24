import Foundation

extension KeyedArchive {
  /// A scalar value in an archive.
  enum Scalar {
    case null
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    case date(Double)
    case string(String)
    case data(Data)
    case uuid(UUID)
    case uri(String)
    case decimal(Decimal)
  }

  /// The scalar that an object is; nil for an instance of another class.
  func scalar(_ number: Int) throws(Fault) -> Scalar? {
    switch try object(number) {
    case .plain(let node): try scalar(node)
    case .instance(let name, let fields): try scalar(name, fields)
    }
  }

  private func scalar(_ node: ArchivedList.Node) throws(Fault) -> Scalar? {
    switch node {
    case .boolean(let flag): .boolean(flag)
    case .integer(let number): .integer(number)
    case .real(let number): .real(number)
    case .date(let seconds): .date(seconds)
    case .string("$null"): .null
    case .string(let text): .string(text)
    case .data(let range): .data(Data(try bytes(range)))
    case .array, .dictionary, .identifier: nil
    }
  }

  private func scalar(_ className: String, _ fields: [String: Int]) throws(Fault) -> Scalar? {
    switch className {
    case "NSNull": return .null
    case "NSString", "NSMutableString":
      guard let field = fields["NS.string"], case .string(let text) = try list.node(field) else {
        break
      }
      return .string(text)
    case "NSData", "NSMutableData":
      guard let field = fields["NS.data"], let bytes = try bytes(field) else { break }
      return .data(bytes)
    case "NSDate":
      guard let field = fields["NS.time"], let seconds = try real(field) else { break }
      return .date(seconds)
    case "NSUUID":
      guard let field = fields["NS.uuidbytes"], let bytes = try bytes(field), bytes.count == 16
      else { break }
      return .uuid(
        unsafe Array(bytes).withUnsafeBytes { unsafe UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
      )
    case "NSURL": return try uri(fields, depth: 0).map(Scalar.uri)
    case "NSDecimalNumber": return .decimal(try decimal(fields))
    default: return nil
    }
    throw Fault(sentence: "has a '\(className)' without its value")
  }

  /// Data in a field, or behind its reference.
  private func bytes(_ field: Int) throws(Fault) -> Data? {
    switch try list.node(field) {
    case .data(let range): return Data(try bytes(range))
    case .identifier(let number):
      if case .data(let range) = try node(number) { return Data(try bytes(range)) }
      return nil
    default: return nil
    }
  }

  private func real(_ field: Int) throws(Fault) -> Double? {
    switch try list.node(field) {
    case .real(let number): number
    case .integer(let number): Double(number)
    default: nil
    }
  }

  private func uri(_ fields: [String: Int], depth: Int) throws(Fault) -> String? {
    guard let field = fields["NS.relative"], let number = try identifier(field),
      let relative = try text(number)
    else { throw Fault(sentence: "has an 'NSURL' without its text") }
    guard depth < 8, let base = fields["NS.base"], let baseNumber = try identifier(base),
      case .instance("NSURL", let baseFields) = try object(baseNumber),
      let text = try uri(baseFields, depth: depth + 1)
    else { return relative }
    return URL(string: relative, relativeTo: URL(string: text))?.absoluteString ?? relative
  }

  private func decimal(_ fields: [String: Int]) throws(Fault) -> Decimal {
    func number(_ key: String) throws(Fault) -> Int64 {
      guard let field = fields[key] else { return 0 }
      return switch try list.node(field) {
      case .integer(let number): number
      case .boolean(let flag): flag ? 1 : 0
      default: throw Fault(sentence: "has an 'NSDecimalNumber' with a '\(key)' that is no number")
      }
    }
    let length = try number("NS.length")
    let isNegative = try number("NS.negative") != 0
    guard let field = fields["NS.mantissa"], let bytes = try bytes(field), 0...8 ~= length,
      bytes.count >= length * 2, let exponent = Int32(exactly: try number("NS.exponent"))
    else { throw Fault(sentence: "has an 'NSDecimalNumber' without its digits") }
    // `NS.mantissa.bo` says in which order the bytes of each unit are: 1 for the lower first.
    let isLittle = try number("NS.mantissa.bo") != 2
    var mantissa: UInt128 = 0
    for unit in (0..<Int(length)).reversed() {
      let first = UInt128(bytes[bytes.startIndex + unit * 2])
      let second = UInt128(bytes[bytes.startIndex + unit * 2 + 1])
      mantissa = mantissa << 16 | (isLittle ? second << 8 | first : first << 8 | second)
    }
    return DecimalBits(exponent: exponent, isNegative: isNegative, mantissa: mantissa).decimal
  }
}
