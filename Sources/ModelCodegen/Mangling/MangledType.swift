/// A type that is declared: the module, the types around it, its name.
struct NominalType: Hashable {
  /// What kind of type a declaration makes; the raw values are the letters of mangled names.
  enum Kind: String {
    case `class` = "C"
    case `struct` = "V"
    case `enum` = "O"
    case `protocol` = "P"

    /// The kind that a keyword makes.
    init?(keyword: String) {
      switch keyword {
      case "class", "actor": self = .class
      case "struct": self = .struct
      case "enum": self = .enum
      case "protocol": self = .protocol
      default: return nil
      }
    }
  }

  struct Part: Hashable {
    var kind: Kind
    var name: String
    /// The module whose extension declares it, where that is not the module of the type around it.
    var extensionModule: String?
  }

  var module: String
  var parts: [Part]

  /// The names, with points between.
  var path: String { parts.map(\.name).joined(separator: ".") }

  /// The module that declares it.
  var declaringModule: String { parts.last?.extensionModule ?? module }

  static func swift(_ kind: Kind, _ name: String) -> NominalType {
    NominalType(module: "Swift", parts: [Part(kind: kind, name: name)])
  }
}

/// A type as far as the names of symbols tell types apart.
indirect enum MangledType: Hashable {
  case nominal(NominalType)
  /// A generic type with its arguments.
  case bound(NominalType, [MangledType])
  case optional(MangledType)
  /// A value of any type that conforms to these protocols; of none, it is `Any`.
  case existential([NominalType])
  case anyObject
  case void
}

extension MangledType {
  /// Whether values of many types are values of this one, which leaves the compiler no choice among getters.
  var isOpen: Bool {
    switch self {
    case .existential, .anyObject: true
    case .nominal(let nominal): ["NSObject", "AnyHashable"].contains(nominal.path)
    case .optional(let wrapped): wrapped.isOpen
    case .bound, .void: false
    }
  }
}
