import DocumentStore
import Foundation
import Predicates

extension PropertyList {
  /// A property list of what a program has; nil where something in it cannot be in one.
  init?(_ any: Any) {
    // Told before anything is cast: the number 1 casts to true.
    switch NumberObject.unboxed(any) {
    case let flag as Bool: self = .boolean(flag)
    case let text as String: self = .string(text)
    case let number as Int: self = .integer(Int64(number))
    case let number as Double: self = .real(number)
    case let date as Date: self = .date(date)
    case let data as Data: self = .data(data)
    case let list as [Any]:
      let elements = list.compactMap { PropertyList($0) }
      guard elements.count == list.count else { return nil }
      self = .array(elements)
    case let entries as [String: Any]:
      let values = entries.compactMapValues { PropertyList($0) }
      guard values.count == entries.count else { return nil }
      self = .dictionary(values)
    default:
      guard let number = PropertyList(number: NumberObject.unboxed(any)) else { return nil }
      self = number
    }
  }

  private init?(number any: Any) {
    if let whole = any as? any BinaryInteger {
      // What 64 bits with a sign cannot hold is kept as near as can be.
      self = Int64(exactly: whole).map(PropertyList.integer) ?? .real(Double(whole))
    } else if let number = any as? Float {
      self = .real(Double(number))
    } else if let number = any as? Decimal {
      self = .real(NSDecimalNumber(decimal: number).doubleValue)
    } else {
      return nil
    }
  }

  /// The value as programs have it.
  var value: Any {
    switch self {
    case .boolean(let flag): NumberObject.of(flag)
    case .integer(let number): NumberObject.of(number)
    case .real(let number): NumberObject.of(number)
    case .string(let text): text
    case .date(let date): date
    case .data(let data): data
    case .array(let elements): elements.map(\.value)
    case .dictionary(let entries): entries.mapValues(\.value)
    }
  }
}

extension [String: PropertyList] {
  /// The entries of a dictionary that a program has; ends the program where one cannot be in a property list.
  init(metadata: [String: Any]) {
    self = metadata.reduce(into: [:]) { result, entry in
      guard let value = PropertyList(entry.value) else {
        preconditionFailure(
          """
          the metadata '\(entry.key)' is a \(type(of: entry.value)), which a property list cannot \
          hold; use strings, numbers, dates, data, and arrays and dictionaries of them
          """)
      }
      result[entry.key] = value
    }
  }

  /// The entries as programs have them: version hashes as `[String: Data]`, for one.
  var programValues: [String: Any] {
    var values: [String: Any] = mapValues(\.value)
    if let hashes = self[NSStoreModelVersionHashesKey]?.entries {
      values[NSStoreModelVersionHashesKey] = hashes.compactMapValues(\.bytes)
    }
    return values
  }
}
