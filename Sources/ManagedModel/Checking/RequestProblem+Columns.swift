import Predicates

/// Problems of orders, columns, groups and limits.
extension RequestProblem {
  static func sortedBySeveral(_ value: Meaning) -> RequestProblem {
    RequestProblem(
      .error,
      """
      \(value.subject) cannot be sorted by: it leads through '\(value.toMany ?? "")' to several \
      values; sort by '\(value.path ?? "").@count', or by a path through to-one relationships
      """, part: value.path)
  }

  static func sortedByObject(_ value: Meaning) -> RequestProblem {
    let attributes: [String] =
      if case .object(let entity?) = value.kind { entity.attributesByName.keys.sorted() } else {
        []
      }
    let example = attributes.first.map { ", such as '\(value.path ?? "").\($0)'" } ?? ""
    return RequestProblem(
      .error,
      "\(value.subject) cannot be sorted by: objects have no order; sort by an attribute\(example)",
      part: value.path)
  }

  static func sortedByOrderless(_ value: Meaning, _ reason: String) -> RequestProblem {
    RequestProblem(
      .error, "\(value.subject) cannot be sorted by: \(reason)", part: value.path)
  }

  static func sortedAsText(_ value: Meaning, _ selector: String) -> RequestProblem {
    RequestProblem(
      .error,
      "\(value.subject) is \(value.kind.noun), and '\(selector)' compares texts; sort without a selector",
      part: value.path)
  }

  static func negative(_ name: String, _ number: Int) -> RequestProblem {
    RequestProblem(.error, "'\(name)' is \(number); a number from 0 is expected", part: name)
  }

  static func prefetchOfValue(_ value: Meaning) -> RequestProblem {
    RequestProblem(
      .error,
      "\(value.subject) cannot be prefetched: it is no relationship, only what relationships lead to is",
      part: value.path)
  }

  static func noColumn(_ stated: Any, in list: String) -> RequestProblem {
    RequestProblem(
      .error,
      """
      '\(list)' has something of type \(type(of: stated)); names, property descriptions and expression \
      descriptions are expected
      """)
  }

  static func severalInColumn(_ value: Meaning, in list: String) -> RequestProblem {
    RequestProblem(
      .error,
      """
      \(value.subject) in '\(list)' leads through '\(value.toMany ?? "")' to several values; a column \
      has one: take '\(value.path ?? "").@count', or fetch objects
      """, part: value.path)
  }

  static func namelessColumn(in list: String) -> RequestProblem {
    RequestProblem(
      .error, "an expression in '\(list)' has no name, which would be its key in the dictionaries")
  }

  static func emptyColumn(_ name: String) -> RequestProblem {
    RequestProblem(.error, "expression '\(name)' has nothing to compute; set its 'expression'")
  }

  static func repeatedColumn(_ name: String) -> RequestProblem {
    RequestProblem(.error, "two columns are called '\(name)'; give one of them another name")
  }

  static func ungrouped(_ name: String, hasGroups: Bool) -> RequestProblem {
    let reason =
      hasGroups
      ? "is not in 'propertiesToGroupBy': the objects of a group may differ in it"
      : "stands beside columns that are computed over all objects, which may differ in it"
    return RequestProblem(
      .error, "column '\(name)' \(reason); group by it, or leave it out", part: name)
  }

  static func groupedByAggregate(_ name: String) -> RequestProblem {
    RequestProblem(
      .error, "'\(name)' cannot be grouped by: it is computed over the objects of a group")
  }

  static func onlyForDictionaries(_ name: String) -> RequestProblem {
    RequestProblem(
      .error, "'\(name)' is for dictionaries; set 'resultType' to .dictionaryResultType")
  }

  static let groupsWithoutColumns = RequestProblem(
    .error,
    "'propertiesToGroupBy' is set and 'propertiesToFetch' is not; say which columns are wanted"
  )

  static let distinctObjects = RequestProblem(
    .warning,
    "'returnsDistinctResults' is for dictionaries and means nothing here: objects are distinct anyway"
  )

  static func unboundColumns(_ names: [String], known: [String]) -> RequestProblem {
    let near = names.lazy.compactMap { suggestion(for: $0, among: known) }.first
    let hint =
      near.map { "; did you mean '$\($0)'?" } ?? "; the columns are \(quotedList(known, "and"))"
    return RequestProblem(
      .error,
      """
      'havingPredicate' names \(quotedList(names.map { "$\($0)" }, "and")), and no column of \
      'propertiesToFetch' is called that\(hint)
      """, part: names.first.map { "$\($0)" })
  }

  static let havingWithoutGroups = RequestProblem(
    .error,
    "'havingPredicate' is about groups, and there are none; set 'propertiesToGroupBy', or use 'predicate'"
  )
}
