// What is marked `@NSManaged`.
extension SwiftScanner {
  mutating func declareProperties() {
    at += 1
    var waiting: [(name: String, offset: Int, condition: String?)] = []
    var parser = TypeParser(source, at: at)
    repeat {
      let index = parser.at
      guard let name = parser.takeName() else { break }
      waiting.append((name, source.tokens[index].range.lowerBound, condition(at: index)))
      if parser.take(":") {
        let type = parser.type() ?? .refused("a type that cannot be read")
        for (name, offset, condition) in waiting {
          add(name, .property(type), offset: offset, condition: condition)
        }
        waiting = []
      }
    } while parser.take(",")
    for (name, offset, _) in waiting { refuse(name, .withoutType, offset: offset) }
    finish(at: parser.at)
  }

  mutating func declareFunction() {
    at += 1
    let index = at
    var parser = TypeParser(source, at: at)
    guard let name = parser.takeName() else { return finish(at: at) }
    let offset = source.tokens[index].range.lowerBound
    at = parser.at
    if skipGenerics() {
      refuse(name, .function("generic parameters"), offset: offset)
      return finish(at: at)
    }
    parser = TypeParser(source, at: at)
    guard parser.take("("), let parameters = parameters(&parser) else {
      refuse(name, .function("parameters that cannot be read"), offset: offset)
      return finish(at: parser.at)
    }
    for effect in ["async", "throws", "rethrows"] where parser.take(effect) {
      refuse(name, .function("'\(effect)'"), offset: offset)
      return finish(at: parser.at)
    }
    if parser.take("->"), let result = parser.type(), result != .void,
      result != .named([TypeSyntax.Part(name: "Void")])
    {
      refuse(name, .function("a result"), offset: offset)
    } else {
      add(name, .function(parameters), offset: offset, condition: condition(at: index))
    }
    finish(at: parser.at)
  }

  /// The parameters up to the closing parenthesis; nil where they are not as Core Data's functions have them.
  func parameters(_ parser: inout TypeParser) -> [ManagedMember.Parameter]? {
    var parameters: [ManagedMember.Parameter] = []
    guard !parser.take(")") else { return parameters }
    repeat {
      guard let label = parser.takeName() else { return nil }
      _ = parser.takeName()
      guard parser.take(":"), let type = parser.type() else { return nil }
      parameters.append(
        ManagedMember.Parameter(label: label == "_" ? nil : label, type: type))
    } while parser.take(",")
    return parser.take(")") ? parameters : nil
  }

  private mutating func add(
    _ name: String, _ kind: ManagedMember.Kind, offset: Int, condition: String?
  ) {
    let refusals: Set<String> = ["static", "class", "weak", "unowned", "lazy"]
    if let modifier = modifiers.first(where: { refusals.contains($0.name) }) {
      return refuse(name, .modifier(modifier.name), offset: offset)
    }
    if scope.isGeneric { return refuse(name, .generic, offset: offset) }
    let access = statedAccess ?? scope.memberAccess
    members.append(
      ManagedMember(
        kind: kind, name: name, scope: scope.path, access: access,
        setterAccess: statedSetterAccess ?? access, selector: selector, condition: condition,
        offset: offset))
  }

  /// The selector that an attribute of the declaration states, compiled here or not.
  private var selector: String? {
    if let stated = attributes.first(where: { $0.name == "objc" })?.argument { return stated }
    return (start...max(start, at)).lazy.compactMap { source.selectors[$0] }.first
  }

  private mutating func refuse(_ name: String, _ reason: RefusedMember.Reason, offset: Int) {
    refused.append(RefusedMember(name: name, reason: reason, offset: offset))
  }

  private mutating func finish(at index: Int) {
    at = max(index, at)
    forget()
  }
}
