extension ClassRenderer {
  /// Writes the methods that add to and remove from a to-many relationship.
  func writeMethods(
    for property: PropertyAccessor, _ destination: SwiftType, isOrdered: Bool,
    to text: inout SwiftText
  ) {
    let methods = ToManyMethods(
      renderer: self, property: property, destination: destination.text)
    text.line("// MARK: Generated accessors for \(property.name)")
    text.block("nonisolated extension \(description.quotedName)") { text in
      if isOrdered { methods.writePlaced(to: &text) }
      let isTyped = options.toMany == .typed && !isOrdered
      let many =
        isTyped
        ? "\(names.spelled("Set"))<\(destination.text)>"
        : names.spelled(isOrdered ? "NSOrderedSet" : "NSSet")
      methods.write("addTo", "_ value: \(destination.text)", "managedAdd(value", to: &text)
      methods.write("removeFrom", "_ value: \(destination.text)", "managedRemove(value", to: &text)
      methods.write("addTo", "_ values: \(many)", "managedAdd(values", to: &text)
      methods.write("removeFrom", "_ values: \(many)", "managedRemove(values", to: &text)
      text.line()
    }
  }
}

/// The methods of one relationship.
private struct ToManyMethods {
  let renderer: ClassRenderer
  let property: PropertyAccessor
  let destination: String

  /// Writes the methods of ordered relationships, which say where.
  func writePlaced(to text: inout SwiftText) {
    let index = "idx: \(renderer.names.spelled("Int"))"
    let indexes = "indexes: \(renderer.names.spelled("NSIndexSet"))"
    write(
      "insertInto", "_ value: \(destination), at \(index)", "managedInsert(value, at: idx",
      to: &text)
    write("removeFrom", "at \(index)", "managedRemove(at: idx", to: &text)
    write(
      "insertInto", "_ values: [\(destination)], at \(indexes)",
      "managedInsert(values, at: indexes", to: &text)
    write("removeFrom", "at \(indexes)", "managedRemove(at: indexes", to: &text)
    write(
      "replace", "at \(index), with value: \(destination)",
      "managedReplace(at: idx, with: value", to: &text)
    write(
      "replace", "at \(indexes), with values: [\(destination)]",
      "managedReplace(at: indexes, with: values", to: &text)
  }

  /// Writes a method: its verb, its parameters, and what it calls up to the token.
  func write(_ verb: String, _ parameters: String, _ call: String, to text: inout SwiftText) {
    text.line()
    let name = verb + SwiftName.capitalized(property.name)
    text.block("\(renderer.access)func \(name)(\(parameters))") { text in
      text.line("\(call), \(renderer.token(property)))")
    }
  }
}
