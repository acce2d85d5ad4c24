public import Foundation

/// The codes once more, where `catch CocoaError.managedObjectMerge` looks for them.
extension CocoaError {
  /// A rule of the object's own was broken.
  public static var managedObjectValidation: CocoaError.Code { .managedObjectValidation }
  /// A uniqueness constraint was broken.
  public static var managedObjectConstraintValidation: CocoaError.Code {
    .managedObjectConstraintValidation
  }
  /// Several rules were broken: see `NSDetailedErrorsKey`.
  public static var validationMultipleErrors: CocoaError.Code { .validationMultipleErrors }
  /// A property that must have a value has none.
  public static var validationMissingMandatoryProperty: CocoaError.Code {
    .validationMissingMandatoryProperty
  }
  /// A relationship has too few members.
  public static var validationRelationshipLacksMinimumCount: CocoaError.Code {
    .validationRelationshipLacksMinimumCount
  }
  /// A relationship has too many members.
  public static var validationRelationshipExceedsMaximumCount: CocoaError.Code {
    .validationRelationshipExceedsMaximumCount
  }
  /// An object cannot be deleted while a relationship has members.
  public static var validationRelationshipDeniedDelete: CocoaError.Code {
    .validationRelationshipDeniedDelete
  }
  /// A number is above its maximum.
  public static var validationNumberTooLarge: CocoaError.Code { .validationNumberTooLarge }
  /// A number is below its minimum.
  public static var validationNumberTooSmall: CocoaError.Code { .validationNumberTooSmall }
  /// A date is after its latest.
  public static var validationDateTooLate: CocoaError.Code { .validationDateTooLate }
  /// A date is before its earliest.
  public static var validationDateTooSoon: CocoaError.Code { .validationDateTooSoon }
  /// A date is none.
  public static var validationInvalidDate: CocoaError.Code { .validationInvalidDate }
  /// A text is longer than allowed.
  public static var validationStringTooLong: CocoaError.Code { .validationStringTooLong }
  /// A text is shorter than allowed.
  public static var validationStringTooShort: CocoaError.Code { .validationStringTooShort }
  /// A text does not match its pattern.
  public static var validationStringPatternMatching: CocoaError.Code {
    .validationStringPatternMatching
  }
  /// A URL is none.
  public static var validationInvalidURI: CocoaError.Code { .validationInvalidURI }
  /// A context could not be locked.
  public static var managedObjectContextLocking: CocoaError.Code { .managedObjectContextLocking }
  /// A coordinator could not be locked.
  public static var persistentStoreCoordinatorLocking: CocoaError.Code {
    .persistentStoreCoordinatorLocking
  }
  /// There is no record of an object.
  public static var managedObjectReferentialIntegrity: CocoaError.Code {
    .managedObjectReferentialIntegrity
  }
  /// A relationship leads into another store.
  public static var managedObjectExternalRelationship: CocoaError.Code {
    .managedObjectExternalRelationship
  }
  /// An object was changed by someone else, too.
  public static var managedObjectMerge: CocoaError.Code { .managedObjectMerge }
  /// Objects share values that must be unique.
  public static var managedObjectConstraintMerge: CocoaError.Code { .managedObjectConstraintMerge }
  /// There is no such type of store.
  public static var persistentStoreInvalidType: CocoaError.Code { .persistentStoreInvalidType }
  /// A file is a store of another type.
  public static var persistentStoreTypeMismatch: CocoaError.Code { .persistentStoreTypeMismatch }
  /// A store cannot hold the objects of a model.
  public static var persistentStoreIncompatibleSchema: CocoaError.Code {
    .persistentStoreIncompatibleSchema
  }
  /// A store could not be saved.
  public static var persistentStoreSave: CocoaError.Code { .persistentStoreSave }
  /// Some of several stores could not be saved.
  public static var persistentStoreIncompleteSave: CocoaError.Code {
    .persistentStoreIncompleteSave
  }
  /// Someone else changed the file.
  public static var persistentStoreSaveConflicts: CocoaError.Code { .persistentStoreSaveConflicts }
  /// Something else went wrong.
  public static var coreData: CocoaError.Code { .coreData }
  /// A store could not do what was asked.
  public static var persistentStoreOperation: CocoaError.Code { .persistentStoreOperation }
  /// A store could not be opened.
  public static var persistentStoreOpen: CocoaError.Code { .persistentStoreOpen }
  /// Another process had a store for too long.
  public static var persistentStoreTimeout: CocoaError.Code { .persistentStoreTimeout }
  /// A store does not know a kind of request.
  public static var persistentStoreUnsupportedRequestType: CocoaError.Code {
    .persistentStoreUnsupportedRequestType
  }
  /// A store was made with another version of the model.
  public static var persistentStoreIncompatibleVersionHash: CocoaError.Code {
    .persistentStoreIncompatibleVersionHash
  }
  /// The history of a store does not reach back to a token.
  public static var persistentHistoryTokenExpired: CocoaError.Code {
    .persistentHistoryTokenExpired
  }
}
