/// The flags of a fetch request in a model file.
///
/// Xcode writes all that are set and none that are not; files of older versions have none at all, and
/// mean the defaults. Their names differ from those of the classes.
struct RequestFlags: Equatable {
  var includesSubentities = true
  var includesPropertyValues = true
  var includesPendingChanges = true
  var returnsObjectsAsFaults = true
  var returnsDistinctResults = false

  static let names = [
    "includeSubentities", "includePropertyValues", "includesPendingChanges",
    "returnObjectsAsFaults", "returnDistinctResults",
  ]

  /// The flags in the order of their names.
  var values: [Bool] {
    [
      includesSubentities, includesPropertyValues, includesPendingChanges, returnsObjectsAsFaults,
      returnsDistinctResults,
    ]
  }

  /// Reads the flags of an element; all are at their defaults where it states none.
  init(_ element: SourceElement) {
    let stated = Self.names.map { element[$0] }
    guard stated.contains(where: { $0 != nil }) else { return }
    let flags = stated.map { $0.flatMap(ModelText.flag) ?? false }
    includesSubentities = flags[0]
    includesPropertyValues = flags[1]
    includesPendingChanges = flags[2]
    returnsObjectsAsFaults = flags[3]
    returnsDistinctResults = flags[4]
  }

  /// Takes the flags of a request.
  init(_ core: FetchRequestCore) {
    includesSubentities = core.includesSubentities
    includesPropertyValues = core.includesPropertyValues
    includesPendingChanges = core.includesPendingChanges
    returnsObjectsAsFaults = core.returnsObjectsAsFaults
    returnsDistinctResults = core.returnsDistinctResults
  }

  private init() {}

  /// The flags of a request that says nothing.
  static let defaults = RequestFlags()
}
