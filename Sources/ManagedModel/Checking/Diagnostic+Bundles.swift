/// Findings about bundles: where a model is, and which of its versions.
extension Diagnostic {
  static func noSuchFile(at place: Location) -> Diagnostic {
    Diagnostic(.error, "there is no such file or bundle", at: place)
  }

  static func notAFile(at place: Location) -> Diagnostic {
    Diagnostic(.error, "this is no regular file, and is not opened", at: place)
  }

  static func notABundle(at place: Location) -> Diagnostic {
    Diagnostic(
      .error,
      "this folder is no model: its name ends neither in '.xcdatamodeld' nor in '.xcdatamodel'",
      at: place)
  }

  static func noContents(at place: Location) -> Diagnostic {
    Diagnostic(
      .error, "the bundle has no file 'contents', in which a model is kept", at: place)
  }

  static func savedByXcode3(at place: Location) -> Diagnostic {
    Diagnostic(
      .error,
      """
      the bundle was saved by Xcode 3, as 'elements' and 'layout', which only Xcode reads; open and \
      save it with Xcode 4 or later
      """, at: place)
  }

  static func compiledModel(at place: Location) -> Diagnostic {
    Diagnostic(
      .error,
      """
      this is a compiled model, which only Apple's Core Data reads; use the '.xcdatamodeld' that it \
      was compiled from
      """, at: place)
  }

  static func noVersions(at place: Location) -> Diagnostic {
    Diagnostic(
      .error, "the bundle holds no version of a model: nothing in it ends in '.xcdatamodel'",
      at: place)
  }

  static func badVersionFile(_ reason: String, at place: Location) -> Diagnostic {
    Diagnostic(
      .error,
      """
      \(reason); a property list is expected that names the current version as \
      '_XCCurrentVersionName'
      """, at: place)
  }

  static func danglingVersion(
    _ name: String, versions: [String], at place: Location
  ) -> Diagnostic {
    misnamed(
      name, among: versions, at: place,
      """
      '\(name)' is named as the current version, but the bundle has only \
      \(quotedList(versions, "and"))
      """)
  }

  static func versionWithoutEnding(_ name: String, at place: Location) -> Diagnostic {
    Diagnostic(
      .warning,
      "'\(name)' is named as the current version without its ending '.xcdatamodel'", at: place,
      fix: name + ".xcdatamodel")
  }

  static func noneCurrent(
    taken: String, versions: [String], at place: Location
  ) -> Diagnostic {
    Diagnostic(
      .warning,
      """
      none of the versions \(quotedList(versions, "and")) is named as the current one; '\(taken)' is taken; \
      name it as '_XCCurrentVersionName' in '.xccurrentversion'
      """, at: place)
  }
}
