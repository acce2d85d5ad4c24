/// How many objects a relationship may have, as the three attributes that say so together.
struct RelationshipCounts: Equatable {
  /// At most; 0 is no limit, 1 makes the relationship to-one.
  var maximum: Int
  /// At least.
  var minimum: Int

  /// Reads `toMany`, `minCount` and `maxCount`; each may be absent.
  ///
  /// A relationship that is not `toMany` is to-one. A required to-one has at least one object without
  /// saying so. What cannot be read counts as absent.
  init(toMany: String?, minimum: String?, maximum: String?, isOptional: Bool) {
    let isToMany = toMany.flatMap(ModelText.flag) ?? false
    self.maximum = isToMany ? maximum.flatMap(ModelText.count) ?? 0 : 1
    self.minimum =
      minimum.flatMap(ModelText.count)
      ?? Self.impliedMinimum(maximum: self.maximum, isOptional: isOptional)
  }

  /// The least number where none is stated.
  static func impliedMinimum(maximum: Int, isOptional: Bool) -> Int {
    maximum == 1 && !isOptional ? 1 : 0
  }
}
