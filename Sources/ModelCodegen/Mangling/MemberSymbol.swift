/// The name that the linker knows a member of a class by.
struct MemberSymbol {
  /// The class, or what else the member is of.
  var owner: NominalType
  /// The module that declares the member.
  var module: String
  var name: String
  /// The name of the file, where the member can be seen there only.
  var file: String?

  /// The name of a property's getter.
  func getter(_ type: MangledType) -> String { accessor(type, "g") }

  /// The name of a property's setter.
  func setter(_ type: MangledType) -> String { accessor(type, "s") }

  private func accessor(_ type: MangledType, _ letter: String) -> String {
    var mangler = prefix()
    mangler.append(type)
    mangler.append("v\(letter)")
    return mangler.name
  }

  /// The name of a function without a result.
  func function(_ parameters: [(label: String?, type: MangledType)]) -> String {
    var mangler = prefix()
    if !parameters.isEmpty {
      if parameters.allSatisfy({ $0.label == nil }) {
        mangler.append("y")
      } else {
        for (label, _) in parameters {
          if let label { mangler.appendIdentifier(label) } else { mangler.append("_") }
        }
      }
    }
    // The result is an empty list, and so is a list of no parameters.
    mangler.append("y")
    append(parameters, to: &mangler)
    mangler.append("F")
    return mangler.name
  }

  private func append(
    _ parameters: [(label: String?, type: MangledType)], to mangler: inout Mangler
  ) {
    guard let first = parameters.first else { return mangler.append("y") }
    if parameters.count == 1, first.label == nil, first.type != .void {
      return mangler.append(first.type)
    }
    for (index, parameter) in parameters.enumerated() {
      mangler.append(parameter.type)
      if index == 0 { mangler.append("_") }
    }
    mangler.append("t")
  }

  private func prefix() -> Mangler {
    var mangler = Mangler()
    mangler.append(owner)
    if owner.declaringModule != module {
      mangler.appendModule(module)
      mangler.append("E")
    }
    mangler.appendIdentifier(name)
    if let file {
      mangler.appendIdentifier("_" + MD5.hexadecimal(of: Array((module + file).utf8)))
      mangler.append("LL")
    }
    return mangler
  }
}
