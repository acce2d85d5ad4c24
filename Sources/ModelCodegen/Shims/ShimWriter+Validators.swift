import ManagedModel

// Classes that call the functions by which a class checks its properties; see `ManagedValidators`.
extension ShimWriter {
  /// Writes a class for each class that has such functions.
  mutating func writeValidators() {
    var owners: [NominalType] = []
    var found: [NominalType: [ScannedValidator]] = [:]
    for (index, file) in target.files.enumerated() where !file.validators.isEmpty {
      var isUsed = false
      for validator in file.validators {
        guard let owner = owner(of: validator, file: index) else { continue }
        if found[owner] == nil { owners.append(owner) }
        found[owner, default: []].append(validator)
        isUsed = true
      }
      if isUsed { imports.add(file.imports) }
    }
    for owner in owners { body += text(of: found[owner] ?? [], owner) }
  }

  /// The class that a function belongs to, nil where it cannot be called from another file, which is told.
  private mutating func owner(of validator: ScannedValidator, file: Int) -> NominalType? {
    guard
      let context = target.types.context(of: validator.scope, file: file, module: target.module),
      let owner = context.around.first, owner.parts.last?.kind == .class,
      !owner.isInGeneric(of: target.types)
    else { return nil }
    let access = target.types.entries(of: owner).map(\.access).max() ?? .isPublic
    guard !access.isInFile, !validator.access.isInFile else {
      diagnostics.append(
        .hiddenValidator(
          validator.name, isFunction: !access.isInFile,
          at: target.location(of: validator.offset, in: file)))
      return nil
    }
    return owner
  }

  private func text(of validators: [ScannedValidator], _ owner: NominalType) -> String {
    var names = ""
    var cases = ""
    for validator in validators {
      let open = validator.condition.map { "    #if \($0)\n" } ?? ""
      let close = validator.condition == nil ? "" : "    #endif\n"
      names += "\(open)    names.insert(\"\(validator.name)\")\n\(close)"
      cases +=
        "\(open)    if name == \"\(validator.name)\" { try object.validate\(validator.name)(value) }\n\(close)"
    }
    let name = owner.parts.map(\.name).joined(separator: "_")
    return """

      nonisolated final class \(name)_ManagedValidators: ManagedValidators {
        override static var names: Set<String> {
          var names: Set<String> = []
      \(names)    return names
        }

        override static func validate(
          _ value: AutoreleasingUnsafeMutablePointer<AnyObject?>, _ name: String,
          of object: NSManagedObject
        ) throws {
          guard let object = object as Any as? \(SwiftName.quotedPath(owner)) else { return }
      \(cases)  }
      }

      """
  }
}

extension Diagnostic {
  /// A function that other files cannot call.
  fileprivate static func hiddenValidator(
    _ name: String, isFunction: Bool, at place: Location
  ) -> Diagnostic {
    Diagnostic(
      .warning,
      "'validate\(name)(_:)' is not found by its name here, because "
        + (isFunction ? "it" : "its class") + " can be seen in this file only; make "
        + (isFunction ? "it" : "the class") + " internal",
      at: place)
  }
}
