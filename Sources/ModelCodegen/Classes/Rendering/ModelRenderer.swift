/// Writes all classes of a model into one file, as the plugin needs them: it must tell the names of its files
/// before anything has read the model.
struct ModelRenderer {
  let classes: [ClassRenderer]

  /// The text of the file.
  var text: String {
    var text = ClassRenderer.head
    for line in imports { text.line(line) }
    for renderer in classes {
      text.line()
      if renderer.description.definesClass {
        renderer.writeClass(to: &text)
        text.line()
      }
      renderer.writeProperties(to: &text)
    }
    return text.text
  }

  /// The imports, each with the access of the class that shows most of it.
  private var imports: [String] {
    var levels: [String: ClassOptions.Access] = [:]
    for renderer in classes {
      let access = renderer.options.access
      for module in [renderer.options.module.rawValue] + renderer.description.imports {
        levels[module] = max(levels[module] ?? .internal, access)
      }
    }
    return levels.sorted { $0.key < $1.key }.map { "\($0.value.prefix)import \($0.key)" }
  }
}

extension ClassOptions.Access: Comparable {
  package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .internal: 0
    case .package: 1
    case .public: 2
    }
  }
}
