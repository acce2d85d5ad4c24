import Foundation
import ManagedModel
import ModelCodegen

/// What the generator makes of a model given as text.
struct Generated {
  let result: ClassGenerator.Result

  /// Generates for a model with these elements in it; the first is in line 2.
  init(_ body: String, _ adapt: (inout ClassOptions) -> Void = { _ in }) {
    let text = """
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" sourceLanguage="Swift">
      \(body)
      </model>
      """
    var options = ClassOptions()
    adapt(&options)
    result = ClassGenerator(options).generate(xml: Data(text.utf8), file: "m")
  }

  /// Generates for a model of one entity `Movie` with these properties, the first of them in line 3.
  static func movie(
    _ properties: String, _ adapt: (inout ClassOptions) -> Void = { _ in }
  ) -> Generated {
    Generated(entity("Movie", properties), adapt)
  }

  /// An entity whose class is generated.
  static func entity(_ name: String, _ properties: String = "", more: String = "") -> String {
    """
    <entity name="\(name)" representedClassName="\(name)" codeGenerationType="class" \(more)>
    \(properties)
    </entity>
    """
  }

  /// The text of a file of a name; empty where there is none.
  subscript(name: String) -> String {
    result.files.first { $0.name == name }?.text ?? ""
  }

  /// The text of `Movie+CoreDataProperties.swift`.
  var properties: String { self["Movie+CoreDataProperties.swift"] }

  /// The errors, as they are printed.
  var findings: [String] {
    result.diagnostics.filter { $0.severity == .error }.map(\.description)
  }

  /// The lines of all files that begin with a word or several, without indentation.
  func lines(_ beginning: String) -> [String] {
    result.files.flatMap { $0.text.split(separator: "\n") }
      .map { $0.drop { $0 == " " } }.filter { $0.hasPrefix(beginning) }.map(String.init)
  }
}
