import Predicates

/// Problems of keys, paths, functions.
extension RequestProblem {
  static func unknownKey(
    _ key: String, of owner: String, known: some Sequence<String>
  ) -> RequestProblem {
    let names = Array(Set(known.prefix(1000))).sorted()
    let near = suggestion(for: key, among: names)
    let hint =
      key == "objectID"
      ? "; compare SELF with the id"
      : near.map { "; did you mean '\($0)'?" }
        ?? (names.isEmpty ? "" : "; it has \(quotedList(names, "and"))")
    return RequestProblem(
      .error, "\(owner) has no property '\(key)'\(hint)", part: key, fix: near)
  }

  static func keyOfSubentity(
    _ key: String, of entity: NSEntityDescription, only owner: NSEntityDescription
  ) -> RequestProblem {
    let owner = owner.name ?? ""
    return RequestProblem(
      .warning,
      """
      entity '\(entity.name ?? "")' has no property '\(key)', only '\(owner)', which inherits from \
      it, has; for objects of other entities the value is nil; fetch '\(owner)' if only those are meant
      """, part: key)
  }

  static func keyOfValue(_ key: String, of value: Meaning) -> RequestProblem {
    RequestProblem(
      .error, "\(value.subject) is \(value.kind.noun), which has no property '\(key)'", part: key)
  }

  static func onObjects(_ property: NSPropertyDescription) -> RequestProblem {
    let reason = property is NSFetchedPropertyDescription ? "what it finds" : "a transient value"
    return RequestProblem(
      .note,
      """
      \(property.subject) is not in the store (\(reason) is known to objects only): objects are made \
      and asked one by one
      """, part: property.name)
  }

  static func unknownOperator(_ name: String) -> RequestProblem {
    let known = CollectionOperator.allCases.map(\.rawValue)
    let near = suggestion(for: name, among: known)
    let hint =
      near.map { "; did you mean '\($0)'?" } ?? "; the operators are \(quotedList(known, "and"))"
    return RequestProblem(
      .error, "'\(name)' is no operator for collections\(hint)", part: name, fix: near)
  }

  static func operatorOverOne(_ name: String, _ value: Meaning) -> RequestProblem {
    RequestProblem(
      .error,
      "'\(name)' needs several values, and \(value.subject) is one (\(value.kind.noun)); remove it",
      part: name)
  }

  static func subqueryOverOne(_ value: Meaning) -> RequestProblem {
    RequestProblem(
      .error,
      """
      SUBQUERY looks through a collection, and \(value.subject) is one value (\(value.kind.noun)); \
      begin with a to-many relationship
      """, part: value.path)
  }

  static func sumOfNonNumbers(_ name: String, _ values: Meaning) -> RequestProblem {
    RequestProblem(
      .error, "'\(name)' needs numbers, and \(values.subject) is \(values.kind.noun)", part: name)
  }

  static func extremeOfOrderless(
    _ name: String, _ values: Meaning, _ reason: String
  ) -> RequestProblem {
    RequestProblem(
      .error,
      "'\(name)' needs values with an order, and \(values.subject) is \(values.kind.noun): \(reason)",
      part: name)
  }

  static func unknownFunction(_ name: String) -> RequestProblem {
    let known = FunctionName.allCases.map(\.rawValue)
    let near = suggestion(for: name, among: known)
    return RequestProblem(
      .error, "there is no function '\(name)'" + (near.map { "; did you mean '\($0)'?" } ?? ""),
      part: name.split(separator: ":").first.map(String.init), fix: near)
  }

  static func wrongArgumentCount(_ name: String, given: Int, expected: Int) -> RequestProblem {
    RequestProblem(
      .error,
      "function '\(name)' takes \(expected == 1 ? "1 argument" : "\(expected) arguments"), not \(given)",
      part: name.split(separator: ":").first.map(String.init))
  }

  static func wrongArgument(_ name: String, _ value: Meaning, wants: String) -> RequestProblem {
    let found = value.isCollection && wants != "numbers" ? "a collection" : value.kind.noun
    let subject = value.path == nil ? "" : "\(value.subject) is "
    return RequestProblem(
      .error,
      "function '\(name)' takes \(wants), and \(subject)\(found)"
        + (value.path == nil ? " is given" : ""),
      part: value.path)
  }

  static func faultyPredicate(_ fault: PredicateFormatError, of subject: String) -> RequestProblem {
    RequestProblem(
      .error,
      "the predicate of \(subject) cannot be parsed, at column \(fault.column): \(fault.message)")
  }

  static func unboundVariables(_ names: [String]) -> RequestProblem {
    let list = quotedList(names.map { "$\($0)" }, "and")
    return RequestProblem(
      .error,
      """
      the predicate has no value for \(list); give \(names.count == 1 ? "it" : "them") one by \
      withSubstitutionVariables(_:) or, in a request of the model, \
      fetchRequestFromTemplate(withName:substitutionVariables:)
      """, part: names.first.map { "$\($0)" })
  }
}
