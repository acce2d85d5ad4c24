import Foundation
import OpenCoreData

/// A value on its way to the output.
struct CellValue {
  private let value: Any?

  init(_ value: Any?) { self.value = value.map { NumberObject.unboxed($0) } }

  /// The value in JSON.
  var json: JSONText {
    switch value {
    case nil: .null
    case let flag as Bool: .boolean(flag)
    case let number as Int: .number("\(number)")
    case let number as Int16: .number("\(number)")
    case let number as Int32: .number("\(number)")
    case let number as Int64: .number("\(number)")
    case let number as Double: .number(number.documentText)
    case let number as Float: .number(number.documentText)
    case let number as Decimal: .number("\(number)")
    case let set as NSOrderedSet: .array(set.array.map { CellValue($0).json })
    case let set as NSSet: .array(Self.sorted(set).map(JSONText.string))
    case let composite as [String: Any]:
      .object(composite.keys.sorted().map { ($0, CellValue(composite[$0]).json) })
    case let array as [Any]: .array(array.map { CellValue($0).json })
    default: .string(text)
    }
  }

  /// The value in a cell of a table or a line.
  var cell: String {
    switch value {
    case nil: ""
    case is NSSet, is NSOrderedSet: cells.joined(separator: " ")
    case is [String: Any], is [Any], is Bool, is Int, is Int16, is Int32, is Int64, is Double,
      is Float,
      is Decimal:
      json.text
    default: text
    }
  }

  private var cells: [String] {
    switch value {
    case let set as NSOrderedSet: set.array.map { CellValue($0).cell }
    case let set as NSSet: Self.sorted(set)
    default: []
    }
  }

  private var text: String {
    switch value {
    case let text as String: text
    case let date as Date: date.documentText
    case let data as Data: data.base64EncodedString()
    case let uuid as UUID: uuid.uuidString
    case let url as URL: url.absoluteString
    case let id as NSManagedObjectID: id.text
    case let object as NSManagedObject: object.objectID.text
    case let value?: "\(value)"
    case nil: ""
    }
  }

  private static func sorted(_ set: NSSet) -> [String] {
    set.allObjects.map { CellValue($0).cell }.sorted()
  }
}
