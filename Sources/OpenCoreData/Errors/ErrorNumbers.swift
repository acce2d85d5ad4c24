// The codes as numbers, under the names that they have in Objective-C: programs compare
// `(error as NSError).code` with them.

/// A rule of the object's own was broken.
public let NSManagedObjectValidationError = 1550
/// A uniqueness constraint was broken.
public let NSManagedObjectConstraintValidationError = 1551
/// Several rules were broken: see `NSDetailedErrorsKey`.
public let NSValidationMultipleErrorsError = 1560
/// A property that must have a value has none.
public let NSValidationMissingMandatoryPropertyError = 1570
/// A relationship has too few members.
public let NSValidationRelationshipLacksMinimumCountError = 1580
/// A relationship has too many members.
public let NSValidationRelationshipExceedsMaximumCountError = 1590
/// An object cannot be deleted while a relationship has members.
public let NSValidationRelationshipDeniedDeleteError = 1600
/// A number is above its maximum.
public let NSValidationNumberTooLargeError = 1610
/// A number is below its minimum.
public let NSValidationNumberTooSmallError = 1620
/// A date is after its latest.
public let NSValidationDateTooLateError = 1630
/// A date is before its earliest.
public let NSValidationDateTooSoonError = 1640
/// A date is none.
public let NSValidationInvalidDateError = 1650
/// A text is longer than allowed.
public let NSValidationStringTooLongError = 1660
/// A text is shorter than allowed.
public let NSValidationStringTooShortError = 1670
/// A text does not match its pattern.
public let NSValidationStringPatternMatchingError = 1680
/// A URL is none.
public let NSValidationInvalidURIError = 1690
/// A context could not be locked.
public let NSManagedObjectContextLockingError = 132000
/// A coordinator could not be locked.
public let NSPersistentStoreCoordinatorLockingError = 132010
/// There is no record of an object.
public let NSManagedObjectReferentialIntegrityError = 133000
/// A relationship leads into another store.
public let NSManagedObjectExternalRelationshipError = 133010
/// An object was changed by someone else, too.
public let NSManagedObjectMergeError = 133020
/// Objects share values that must be unique.
public let NSManagedObjectConstraintMergeError = 133021
/// There is no such type of store.
public let NSPersistentStoreInvalidTypeError = 134000
/// A file is a store of another type.
public let NSPersistentStoreTypeMismatchError = 134010
/// A store cannot hold the objects of a model.
public let NSPersistentStoreIncompatibleSchemaError = 134020
/// A store could not be saved.
public let NSPersistentStoreSaveError = 134030
/// Some of several stores could not be saved.
public let NSPersistentStoreIncompleteSaveError = 134040
/// Someone else changed the file.
public let NSPersistentStoreSaveConflictsError = 134050
/// Something else went wrong.
public let NSCoreDataError = 134060
/// A store could not do what was asked.
public let NSPersistentStoreOperationError = 134070
/// A store could not be opened.
public let NSPersistentStoreOpenError = 134080
/// Another process had a store for too long.
public let NSPersistentStoreTimeoutError = 134090
/// A store does not know a kind of request.
public let NSPersistentStoreUnsupportedRequestTypeError = 134091
/// A store was made with another version of the model.
public let NSPersistentStoreIncompatibleVersionHashError = 134100
/// The history of a store does not reach back to a token.
public let NSPersistentHistoryTokenExpiredError = 134301
