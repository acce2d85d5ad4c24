/// Which names entities and properties may have.
enum Names {
  /// Whether a name is an identifier in Swift and an element's name in XML.
  static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, isStart(first), name.utf8.count <= lengthLimit
    else { return false }
    if name.utf8.allSatisfy(isPlain) { return true }
    return name.unicodeScalars.dropFirst().allSatisfy { scalar in
      isStart(scalar)
        || scalar.properties.isXIDContinue && isNameCharacter(scalar) && scalar.isShown
    }
  }

  /// How many bytes a name may have.
  static let lengthLimit = 1000

  /// Names that XML stores use for elements of their own.
  static let reservedForEntities: Set<String> = ["store", "ref", "store-metadata"]

  /// Names that `NSManagedObject` and `NSObject` use themselves, here or on Apple's platforms.
  static let reservedForProperties: Set<String> = [
    // NSObject
    "allocWithZone", "attributeKeys", "autoContentAccessingProxy", "autorelease",
    "awakeAfterUsingCoder", "class", "classForArchiver", "classForCoder", "classForKeyedArchiver",
    "classForPortCoder", "className", "copy", "dealloc", "debugDescription", "description",
    "doesNotRecognizeSelector", "finalize", "forwardInvocation", "hash", "hashValue", "init", "isa",
    "isEqual", "isKindOfClass", "isMemberOfClass", "isProxy", "methodForSelector", "mutableCopy",
    "observationInfo", "performSelector", "replacementObjectForCoder", "respondsToSelector",
    "retainCount", "self", "superclass", "toManyRelationshipKeys", "toOneRelationshipKeys", "Type",
    "Protocol",
    // NSManagedObject
    "awakeFromFetch", "awakeFromInsert", "changedValues", "changedValuesForCurrentEvent",
    "committedValues", "didAccessValue", "didChangeValue", "didSave", "didTurnIntoFault", "entity",
    "faultingState", "hasChanges", "hasFault", "hasPersistentChangedValues", "isDeleted", "isFault",
    "isInserted", "isUpdated", "managedObjectContext", "objectID", "objectIDs",
    "objectWillChange", "observableObject", "prepareForDeletion", "primitiveValue",
    "setPrimitiveValue", "setValue", "validateForDelete", "validateForInsert", "validateForUpdate",
    "validateValue", "willAccessValue", "willChangeValue", "willSave", "willTurnIntoFault",
  ]

  /// Names that are fine here and clash with a method on Apple's platforms.
  static let hazardousForProperties: Set<String> = [
    "deleted", "fault", "inserted", "release", "retain", "updated", "zone",
  ]

  /// Whether a byte is an ASCII letter, a digit or `_`.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
    default: false
    }
  }

  private static func isStart(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.properties.isXIDStart && isNameStart(scalar) && scalar.isShown
  }

  /// `NameStartChar` of XML without the colon.
  private static func isNameStart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x41...0x5A, 0x5F, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D,
      0x37F...0x1FFF, 0x200C...0x200D, 0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF,
      0xF900...0xFDCF, 0xFDF0...0xFFFD, 0x10000...0xEFFFF:
      true
    default: false
    }
  }

  /// `NameChar` of XML without the colon, the hyphen and the point.
  private static func isNameCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x30...0x39, 0xB7, 0x300...0x36F, 0x203F...0x2040: true
    default: isNameStart(scalar)
    }
  }
}
