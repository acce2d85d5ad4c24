import Foundation
import Predicates

/// What kind of value an expression has, as far as a model and constants tell.
enum ValueKind: Equatable {
  /// Anything: the value of a variable, of a transformable attribute, of an unknown function.
  case unknown
  /// Always nil.
  case null
  case number
  case boolean
  case text
  case date
  case data
  case uuid
  case uri
  /// An object; of which entity, where that is known.
  case object(NSEntityDescription?)
  case composite(NSCompositeAttributeDescription?)
  /// The description of an entity.
  case entity

  /// The kind of an attribute's values.
  init(_ attribute: NSAttributeDescription) {
    if let composite = attribute as? NSCompositeAttributeDescription {
      self = .composite(composite)
    } else {
      self.init(attribute.attributeType)
    }
  }

  /// The kind of a type's values.
  init(_ type: NSAttributeType) {
    self =
      switch type {
      case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
        .decimalAttributeType, .doubleAttributeType, .floatAttributeType:
        .number
      case .booleanAttributeType: .boolean
      case .stringAttributeType: .text
      case .dateAttributeType: .date
      case .binaryDataAttributeType: .data
      case .UUIDAttributeType: .uuid
      case .URIAttributeType: .uri
      case .objectIDAttributeType: .object(nil)
      case .compositeAttributeType: .composite(nil)
      case .undefinedAttributeType, .transformableAttributeType: .unknown
      }
  }

  /// The kind of a constant that is no collection.
  init(constant: Any?) {
    self =
      switch constant {
      case nil, is NSNull: .null
      case is NSEntityDescription: .entity
      case is any IdentifiedValue: .object(nil)
      case let number as NSNumber where number.isFlag: .boolean
      case is Bool: .boolean
      case is any Numeric, is NSNumber: .number
      case is any StringProtocol, is NSString: .text
      case is Date, is NSDate: .date
      case is Data, is NSData: .data
      case is UUID, is NSUUID: .uuid
      case is URL, is NSURL: .uri
      default: .unknown
      }
  }

  /// The kind in words: `a number`.
  var noun: String {
    switch self {
    case .unknown: "a value"
    case .null: "nil"
    case .number: "a number"
    case .boolean: "a Boolean"
    case .text: "a text"
    case .date: "a date"
    case .data: "binary data"
    case .uuid: "a UUID"
    case .uri: "a URI"
    case .object(let entity): entity?.name.map { "an object of '\($0)'" } ?? "an object"
    case .composite: "a composite"
    case .entity: "an entity"
    }
  }

  /// Whether nothing is known of the values, or that they are nil.
  var isOpen: Bool {
    self == .unknown || self == .null
  }

  /// Whether a value of one kind can be equal to one of another; a UUID or a URI equals its text.
  func canEqual(_ other: ValueKind) -> Bool {
    switch (self, other) {
    case (.uuid, .text), (.text, .uuid), (.uri, .text), (.text, .uri): true
    default: isAlike(other)
    }
  }

  /// Whether values of two kinds are of one kind for the purpose of comparing.
  func isAlike(_ other: ValueKind) -> Bool {
    if isOpen || other.isOpen { return true }
    return switch (self, other) {
    case (.number, .number), (.number, .boolean), (.boolean, .number), (.boolean, .boolean): true
    case (.object(let a?), .object(let b?)): a.isKindOf(entity: b) || b.isKindOf(entity: a)
    case (.object, .object), (.composite, .composite): true
    default: self == other
    }
  }
}

extension NSNumber {
  /// Whether the number was made of a Boolean.
  fileprivate var isFlag: Bool {
    unsafe objCType.pointee == CChar(bitPattern: UInt8(ascii: "c")) && self is Bool
  }
}
