public import Foundation
public import Predicates

/// Core Data's error codes, with its numbers.
extension CocoaError.Code {
  /// A rule of the object's own was broken.
  public static let managedObjectValidation = CocoaError.Code(rawValue: 1550)
  /// A uniqueness constraint was broken.
  public static let managedObjectConstraintValidation = CocoaError.Code(rawValue: 1551)
  /// Several rules were broken: see `NSDetailedErrorsKey`.
  public static let validationMultipleErrors = CocoaError.Code(rawValue: 1560)
  /// A property that must have a value has none.
  public static let validationMissingMandatoryProperty = CocoaError.Code(rawValue: 1570)
  /// A relationship has too few members.
  public static let validationRelationshipLacksMinimumCount = CocoaError.Code(rawValue: 1580)
  /// A relationship has too many members.
  public static let validationRelationshipExceedsMaximumCount = CocoaError.Code(rawValue: 1590)
  /// An object cannot be deleted while a relationship has members.
  public static let validationRelationshipDeniedDelete = CocoaError.Code(rawValue: 1600)
  /// A number is above its maximum.
  public static let validationNumberTooLarge = CocoaError.Code(rawValue: 1610)
  /// A number is below its minimum.
  public static let validationNumberTooSmall = CocoaError.Code(rawValue: 1620)
  /// A date is after its latest.
  public static let validationDateTooLate = CocoaError.Code(rawValue: 1630)
  /// A date is before its earliest.
  public static let validationDateTooSoon = CocoaError.Code(rawValue: 1640)
  /// A date is none.
  public static let validationInvalidDate = CocoaError.Code(rawValue: 1650)
  /// A text is longer than allowed.
  public static let validationStringTooLong = CocoaError.Code(rawValue: 1660)
  /// A text is shorter than allowed.
  public static let validationStringTooShort = CocoaError.Code(rawValue: 1670)
  /// A text does not match its pattern.
  public static let validationStringPatternMatching = CocoaError.Code(rawValue: 1680)
  /// A URL is none.
  public static let validationInvalidURI = CocoaError.Code(rawValue: 1690)
  /// A context could not be locked.
  public static let managedObjectContextLocking = CocoaError.Code(rawValue: 132000)
  /// A coordinator could not be locked.
  public static let persistentStoreCoordinatorLocking = CocoaError.Code(rawValue: 132010)
  /// There is no record of an object.
  public static let managedObjectReferentialIntegrity = CocoaError.Code(rawValue: 133000)
  /// A relationship leads into another store.
  public static let managedObjectExternalRelationship = CocoaError.Code(rawValue: 133010)
  /// An object was changed by someone else, too.
  public static let managedObjectMerge = CocoaError.Code(rawValue: 133020)
  /// Objects share values that must be unique.
  public static let managedObjectConstraintMerge = CocoaError.Code(rawValue: 133021)
  /// There is no such type of store.
  public static let persistentStoreInvalidType = CocoaError.Code(rawValue: 134000)
  /// A file is a store of another type.
  public static let persistentStoreTypeMismatch = CocoaError.Code(rawValue: 134010)
  /// A store cannot hold the objects of a model.
  public static let persistentStoreIncompatibleSchema = CocoaError.Code(rawValue: 134020)
  /// A store could not be saved.
  public static let persistentStoreSave = CocoaError.Code(rawValue: 134030)
  /// Some of several stores could not be saved.
  public static let persistentStoreIncompleteSave = CocoaError.Code(rawValue: 134040)
  /// Someone else changed the file.
  public static let persistentStoreSaveConflicts = CocoaError.Code(rawValue: 134050)
  /// Something else went wrong.
  public static let coreData = CocoaError.Code(rawValue: 134060)
  /// A store could not do what was asked.
  public static let persistentStoreOperation = CocoaError.Code(rawValue: 134070)
  /// A store could not be opened.
  public static let persistentStoreOpen = CocoaError.Code(rawValue: 134080)
  /// Another process had a store for too long.
  public static let persistentStoreTimeout = CocoaError.Code(rawValue: 134090)
  /// A store does not know a kind of request.
  public static let persistentStoreUnsupportedRequestType = CocoaError.Code(rawValue: 134091)
  /// A store was made with another version of the model.
  public static let persistentStoreIncompatibleVersionHash = CocoaError.Code(rawValue: 134100)
  /// The history of a store does not reach back to a token.
  public static let persistentHistoryTokenExpired = CocoaError.Code(rawValue: 134301)
}

/// The key of a validation error's object.
public let NSValidationObjectErrorKey = "NSValidationErrorObject"
/// The key of the name of a validation error's property.
public let NSValidationKeyErrorKey = "NSValidationErrorKey"
/// The key of a validation error's predicate.
public let NSValidationPredicateErrorKey = "NSValidationErrorPredicate"
/// The key of the value that broke a rule.
public let NSValidationValueErrorKey = "NSValidationErrorValue"
/// The key of the errors that one error stands for.
public let NSDetailedErrorsKey = "NSDetailedErrors"
/// The key of the stores that an error is about.
public let NSAffectedStoresErrorKey = "NSAffectedStoresErrorKey"
/// The key of the objects that an error is about.
public let NSAffectedObjectsErrorKey = "NSAffectedObjectsErrorKey"
/// The key of the conflicts of a save.
public let NSPersistentStoreSaveConflictsErrorKey = "conflictList"

extension CocoaError {
  /// The object that broke a rule.
  public var validationObject: Any? { unsafe userInfo[NSValidationObjectErrorKey] }
  /// The name of the property that broke a rule.
  public var validationKey: String? { unsafe userInfo[NSValidationKeyErrorKey] as? String }
  /// The value that broke a rule.
  public var validationValue: Any? { unsafe userInfo[NSValidationValueErrorKey] }
  /// The condition that a value does not satisfy.
  public var validationPredicate: NSPredicate? {
    unsafe userInfo[NSValidationPredicateErrorKey] as? NSPredicate
  }
  /// The stores that an error is about.
  public var affectedStores: [NSPersistentStore]? {
    unsafe userInfo[NSAffectedStoresErrorKey] as? [NSPersistentStore]
  }
  /// The objects that an error is about.
  public var affectedObjects: [NSManagedObject]? {
    unsafe userInfo[NSAffectedObjectsErrorKey] as? [NSManagedObject]
  }
  /// The conflicts that kept a save from being made.
  public var persistentStoreSaveConflicts: [NSMergeConflict]? {
    unsafe userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
  }
  /// The errors that this one stands for.
  ///
  /// Not in Apple's framework.
  public var detailedErrors: [any Error] {
    unsafe userInfo[NSDetailedErrorsKey] as? [any Error] ?? []
  }
}
