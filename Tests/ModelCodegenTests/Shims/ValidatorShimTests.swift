import ManagedModel
import Testing

@testable import ModelCodegen

@Suite("Functions that check a property by its name") struct ValidatorShimTests {
  private static let parameter = "_ value: AutoreleasingUnsafeMutablePointer<AnyObject?>"

  private func shims(_ text: String) -> ManagedShims {
    ManagedShims(module: "App", sources: [SwiftSource(path: "Movie.swift", text: text)])
  }

  @Test("a class calls those of a class and of its extensions")
  func text() {
    let shims = shims(
      """
      public import CoreData
      public class Movie: NSManagedObject {
        @objc public func validateTitle(\(Self.parameter)) throws {}
      }
      extension Movie {
        #if DEBUG
        func validateYear(\(Self.parameter)) throws {}
        #endif
      }
      """)
    #expect(shims.diagnostics == [])
    #expect(
      shims.text == """
        // This file was automatically generated and should not be edited.
        // The accessors of what the module 'App' marks '@NSManaged'.
        import CoreData

        nonisolated final class Movie_ManagedValidators: ManagedValidators {
          override static var names: Set<String> {
            var names: Set<String> = []
            names.insert("Title")
            #if (DEBUG)
            names.insert("Year")
            #endif
            return names
          }

          override static func validate(
            _ value: AutoreleasingUnsafeMutablePointer<AnyObject?>, _ name: String,
            of object: NSManagedObject
          ) throws {
            guard let object = object as Any as? Movie else { return }
            if name == "Title" { try object.validateTitle(value) }
            #if (DEBUG)
            if name == "Year" { try object.validateYear(value) }
            #endif
          }
        }

        """)
  }

  @Test(
    "other functions are none",
    arguments: [
      "func validateValue(\(parameter), forKey key: String) throws {}",
      "func validateTitle(\(parameter)) {}", "func validateTitle() throws {}",
      "func validateForInsert() throws {}", "func validate(\(parameter)) throws {}",
      "func validated(\(parameter)) throws {}", "static func validateTitle(\(parameter)) throws {}",
      "func validateTitle(_ value: String) throws {}", "func validateTitle(value: Any?) throws {}",
    ])
  func others(_ function: String) {
    #expect(shims("import CoreData\nclass Movie: NSManagedObject { \(function) }").text.isEmpty)
  }

  @Test("what other files cannot call is a warning at its line")
  func hidden() {
    let function = shims(
      "class A: B {\n  private func validateTitle(\(Self.parameter)) throws {}\n}")
    #expect(function.text.isEmpty)
    #expect(
      function.diagnostics.map(\.description) == [
        "Movie.swift:2:16: warning: 'validateTitle(_:)' is not found by its name here, because it can be "
          + "seen in this file only; make it internal"
      ])
    let owner = shims("private class A: B {\n  func validateTitle(\(Self.parameter)) throws {}\n}")
    #expect(owner.diagnostics.map(\.message).allSatisfy { $0.hasSuffix("make the class internal") })
    #expect(owner.diagnostics.count == 1 && owner.text.isEmpty)
  }

  @Test("classes in classes have names of both, and marked members stand beside")
  func nested() {
    let shims = shims(
      """
      import CoreData
      enum Models {
        class Movie: NSManagedObject {
          @NSManaged var title: String?
          func validateTitle(\(Self.parameter)) throws {}
        }
      }
      """)
    #expect(shims.text.contains("final class Models_Movie_ManagedValidators: ManagedValidators {"))
    #expect(shims.text.contains("object as Any as? Models.Movie else"))
    #expect(shims.text.contains("static let key0 = ManagedKey(\"title\")"))
  }
}
