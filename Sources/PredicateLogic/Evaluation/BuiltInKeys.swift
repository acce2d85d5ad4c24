import Foundation

/// The keys that texts, numbers, dates and the like have in Apple's frameworks, where formats make use of them.
enum BuiltInKeys {
  /// The value of a key; nil where the value has no such key.
  static func value(_ key: String, of object: Any) -> Any?? {
    switch object {
    case let text as String: text.value(key)
    case let date as Date: value(key, of: date)
    case let url as URL: value(key, of: url)
    case let data as Data: key == "length" ? .some(data.count) : nil
    case let uuid as UUID: key == "UUIDString" || key == "uuidString" ? .some(uuid.uuidString) : nil
    default: Number(object).flatMap { value(key, of: $0) }
    }
  }

  private static func value(_ key: String, of date: Date) -> Any?? {
    switch key {
    case "timeIntervalSinceReferenceDate": date.timeIntervalSinceReferenceDate
    case "timeIntervalSince1970": date.timeIntervalSince1970
    case "timeIntervalSinceNow": date.timeIntervalSinceNow
    default: nil
    }
  }

  private static func value(_ key: String, of url: URL) -> Any?? {
    switch key {
    case "absoluteString": .some(url.absoluteString)
    case "path": .some(url.path)
    case "host": .some(url.host)
    case "scheme": .some(url.scheme)
    case "query": .some(url.query)
    case "fragment": .some(url.fragment)
    case "lastPathComponent": .some(url.lastPathComponent)
    case "pathExtension": .some(url.pathExtension)
    default: nil
    }
  }

  private static func value(_ key: String, of number: Number) -> Any?? {
    switch key {
    case "intValue", "integerValue", "longLongValue", "longValue", "shortValue",
      "unsignedIntegerValue":
      .some(number.truncated)
    case "doubleValue", "floatValue": .some(number.double)
    case "boolValue": .some(number.double != 0)
    case "decimalValue": .some(number.decimal)
    case "stringValue", "description": .some(number.text)
    default: nil
    }
  }
}

extension String {
  fileprivate func value(_ key: String) -> Any?? {
    switch key {
    case "length": .some(utf16.count)
    case "uppercaseString", "uppercased": .some(uppercased())
    case "lowercaseString", "lowercased": .some(lowercased())
    case "capitalizedString", "capitalized": .some(capitalized)
    case "lastPathComponent": .some((self as NSString).lastPathComponent)
    case "pathExtension": .some((self as NSString).pathExtension)
    case "stringByDeletingLastPathComponent": .some((self as NSString).deletingLastPathComponent)
    case "stringByDeletingPathExtension": .some((self as NSString).deletingPathExtension)
    case "intValue", "integerValue", "longLongValue":
      .some((self as NSString).integerValue)
    case "doubleValue", "floatValue": .some((self as NSString).doubleValue)
    case "boolValue": .some((self as NSString).boolValue)
    case "description": .some(self)
    default: nil
    }
  }
}
