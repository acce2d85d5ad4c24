/// A function that checks one property: `validateTitle(_ value: AutoreleasingUnsafeMutablePointer<AnyObject?>) throws`.
struct ScannedValidator {
  /// What stands behind `validate`.
  var name: String
  var scope: ScopePath
  var access: Access
  /// The condition under which it is compiled.
  var condition: String?
  /// Where its name stands.
  var offset: Int
}

extension SwiftScanner {
  /// The type of the parameter, as Core Data asks for it.
  private static var valueType: TypeSyntax {
    .named([
      TypeSyntax.Part(
        name: "AutoreleasingUnsafeMutablePointer",
        arguments: [.optional(.named([TypeSyntax.Part(name: "AnyObject")]))])
    ])
  }

  /// Notes the function whose keyword stands here, if it checks a property; nothing is passed by.
  mutating func noteValidator() {
    let prefix = "validate"
    guard !modifiers.contains(where: { $0.name == "static" || $0.name == "class" }),
      scopes.count > 1, !scope.isGeneric
    else { return }
    var parser = TypeParser(source, at: at + 1)
    guard let name = parser.takeName(), name.hasPrefix(prefix),
      let first = name.dropFirst(prefix.count).first, !first.isLowercase, parser.take("("),
      let parameters = parameters(&parser), parameters.count == 1,
      parameters[0].label == nil, parameters[0].type == Self.valueType, parser.take("throws")
    else { return }
    validators.append(
      ScannedValidator(
        name: String(name.dropFirst(prefix.count)), scope: scope.path,
        access: statedAccess ?? scope.memberAccess, condition: condition(at: at + 1),
        offset: source.tokens[at + 1].range.lowerBound))
  }
}
