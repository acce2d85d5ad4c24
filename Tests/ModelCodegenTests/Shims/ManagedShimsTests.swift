import ManagedModel
import Testing

@testable import ModelCodegen

@Suite struct ManagedShimsTests {
  private func shims(_ text: String, _ more: String...) -> ManagedShims {
    let sources = ([text] + more).enumerated().map {
      SwiftSource(path: "Sources/App/File\($0).swift", text: $1)
    }
    return ManagedShims(module: "App", sources: sources)
  }

  private func messages(_ shims: ManagedShims) -> [String] { shims.diagnostics.map(\.description) }

  @Test("properties and functions become functions under the linker's names")
  func text() {
    let shims = shims(
      """
      import CoreData
      public class Movie: NSManagedObject {
        @NSManaged public private(set) var title: String?
      }
      extension Movie {
        @NSManaged func replaceCast(at idx: Int, with value: Movie)
      }
      """)
    #expect(messages(shims) == [])
    #expect(
      shims.text == """
        // This file was automatically generated and should not be edited.
        // The accessors of what the module 'App' marks '@NSManaged'.
        import CoreData

        nonisolated private enum ManagedShimKeys {
          static let key0 = ManagedKey("title")
          static let key1 = ManagedKey("cast")
        }

        extension Movie {
          @_silgen_name("$s3App5MovieC5titleSSSgvg")
          public final func App_Movie_title_get() -> String? {
            managed(ManagedShimKeys.key0)
          }
          @_silgen_name("$s3App5MovieC5titleSSSgvs")
          final func App_Movie_title_set(_ value: __owned String?) {
            setManaged(value, ManagedShimKeys.key0)
          }
        }

        extension Movie {
          @_silgen_name("$s3App5MovieC11replaceCast2at4withySi_ACtF")
          final func App_Movie_replaceCast(_ value0: Int, _ value1: Movie) {
            managedReplace(at: value0, with: value1, ManagedShimKeys.key1)
          }
        }

        """)
  }

  @Test("a target without marks needs no file")
  func nothing() {
    let shims = shims("import CoreData\nclass Movie: NSManagedObject { var x: Unknown }")
    #expect(shims.text.isEmpty)
    #expect(messages(shims) == [])
  }

  @Test("what depends on a condition stands under it, and so does a type of which there are two")
  func conditions() {
    let shims = shims(
      """
      class Movie: Base {
        #if DEBUG
        @NSManaged var a: Int
        #endif
        @NSManaged var b: Look?
      }
      """,
      "#if FLAG\ntypealias Look = String\n#else\ntypealias Look = Kind\n#endif\nenum Kind: Int { case a }"
    )
    #expect(messages(shims) == [])
    #expect(shims.text.contains("  #if (DEBUG)\n  @_silgen_name(\"$s3App5MovieC1aSivg\")"))
    #expect(shims.text.contains("  #if (FLAG)\n  @_silgen_name(\"$s3App5MovieC1bSSSgvg\")"))
    #expect(
      shims.text.contains("  #if !(FLAG)\n  @_silgen_name(\"$s3App5MovieC1bAA4KindOSgvg\")"))
  }

  @Test("a type is looked for inside the class, in its superclass, around it, then outside")
  func lookup() {
    let shims = shims(
      """
      enum Kind { case outside }
      struct Date {}
      class Base: NSObject { enum Rating: Int { case a }; enum Kind { case base } }
      class Movie: Base {
        @NSManaged var a: Rating
        @NSManaged var b: Kind
        @NSManaged var c: Date
        @NSManaged var d: Foundation.Date
        @NSManaged var e: App.Kind
        @NSManaged var f: [Self]
      }
      """)
    #expect(messages(shims) == [])
    #expect(
      shims.symbols.filter { $0.hasSuffix("g") } == [
        "$s3App5MovieC1aAA4BaseC6RatingOvg", "$s3App5MovieC1bAA4BaseC4KindOvg",
        "$s3App5MovieC1cAA4DateVvg", "$s3App5MovieC1d20FoundationEssentials4DateVvg",
        "$s3App5MovieC1eAA4KindOvg", "$s3App5MovieC1fSayACGvg",
      ])
    #expect(shims.text.contains("-> Foundation.Date {"))
    #expect(shims.text.contains("-> Base.Kind {"))
  }

  @Test(
    "functions are known by name and labels or by selector",
    arguments: [
      ("addToCast(_ v: A)", "managedAdd(value0, ", "cast"),
      ("addTokens(_ v: A)", "managedAdd(value0, ", "tokens"),
      ("addTo(_ v: A)", "managedAdd(value0, ", "to"),
      ("addCastObject(_ v: A)", "managedAdd(value0, ", "cast"),
      ("removeFromCast(_ v: NSSet)", "managedRemove(value0, ", "cast"),
      ("insertIntoCast(_ v: A, at i: Int)", "managedInsert(value0, at: value1, ", "cast"),
      ("removeFromCast(at i: NSIndexSet)", "managedRemove(at: value0, ", "cast"),
      ("replaceCast(at i: Int, with v: A)", "managedReplace(at: value0, with: value1, ", "cast"),
      ("insertObject(_ v: A, inCastAtIndex i: Int)", "managedInsert(value0, at: value1, ", "cast"),
      ("addToURLs(_ v: A)", "managedAdd(value0, ", "uRLs"),
    ])
  func functions(declaration: String, call: String, key: String) {
    let shims = shims("class A: B { @NSManaged func \(declaration) }")
    #expect(messages(shims) == [])
    #expect(shims.text.contains("ManagedKey(\"\(key)\")"))
    #expect(shims.text.contains(call))
  }

  @Test("a selector says what a function with a name of its own does")
  func selector() {
    let shims = shims(
      "class A: B { @objc(addCastObject:) @NSManaged func append(_ v: A) ; @NSManaged var Cast: NSSet? }"
    )
    #expect(messages(shims) == [])
    #expect(shims.text.contains("ManagedKey(\"Cast\")"))
  }

  @Test("a primitive property works on the value of the property that it is named for")
  func primitive() {
    let shims = shims("class A: B { @NSManaged private var primitiveTitle: String? }")
    #expect(shims.text.contains("ManagedKey(\"title\")"))
    #expect(shims.text.contains("managedPrimitive(ManagedShimKeys.key0)"))
    #expect(shims.text.contains("setManagedPrimitive(value, ManagedShimKeys.key0)"))
  }

  @Test(
    "a property of a type that all values have is read by the function for it",
    arguments: ["Any?", "AnyObject?", "NSObject?", "(any P)?", "AnyHashable?", "any P & Q"])
  func openTypes(type: String) {
    let shims = shims("protocol P {}\nprotocol Q {}\nclass A: B { @NSManaged var a: \(type) }")
    #expect(messages(shims) == [])
    #expect(shims.text.contains("managedAnything(ManagedShimKeys.key0)"))
    #expect(shims.text.contains("setManagedAnything(value, ManagedShimKeys.key0)"))
  }

  @Test(
    "what cannot be supplied is an error at its place, with the remedy",
    arguments: [
      (
        "class A: B {\n  @NSManaged var a: Ratng\n}", "2:18",
        "'// coredata:type class Module.Ratng', or with 'struct', 'enum' or 'protocol'"
      ),
      (
        "class A: B { @NSManaged var a: C }\nprivate struct C {}", "1:29",
        "make 'C' internal or public"
      ),
      ("private class A: B { @NSManaged var a: Int }", "1:37", "make the class internal or public"),
      ("extension A { @NSManaged var a: Int }", "1:30", "'// coredata:type class Module.A'"),
      ("class A: B { @NSManaged var a: (Int, Int) }", "1:29", "has a tuple for a type"),
      ("class A: B { @NSManaged var a: (() -> Int)? }", "1:29", "has a function for a type"),
      ("struct A { @NSManaged var a: Int }", "1:27", "in 'A', which is not a class"),
      ("class A: B { @NSManaged func go(_ x: Int) }", "1:30", "none of the functions"),
      ("class A<T> { @NSManaged var a: Int }", "1:29", "in a generic class"),
      ("struct S<T> { class A: B { @NSManaged var a: Int } }", "1:43", "declare the class outside"),
      (
        "struct S<T> { class A: B {} }\nextension S.A { @NSManaged var a: Int }", "2:32",
        "declare the class outside"
      ),
      (
        "import CoreData\nimport Kit\nimport Geo\nclass A: B { @NSManaged var a: Car? }", "4:29",
        "'// coredata:type class Kit.Car' or '// coredata:type class Geo.Car', or with 'struct'"
      ),
      (
        "public import Foundation\nimport Kit\nextension A { @NSManaged var a: Int }", "3:30",
        "'// coredata:type class Kit.A'"
      ),
      ("// coredata:type Point", "1:4", "'// coredata:type struct Geometry.Point'"),
      (
        "// coredata:type struct Kit.A.B", "1:4",
        "add a note about that: '// coredata:type class Kit.A'"
      ),
      (
        "typealias X = Y\ntypealias Y = X\nclass A: B { @NSManaged var a: X }", "3:29",
        "in a circle"
      ),
      ("class A: B { @NSManaged lazy var a: Int }", "1:34", "remove 'lazy'"),
      (
        "struct S<T> { enum E {} }\nclass A: B { @NSManaged var a: S.E }", "2:29",
        "declare it outside"
      ),
    ])
  func errors(text: String, place: String, remedy: String) throws {
    let all = messages(shims(text))
    try #require(all.count == 1)
    #expect(all[0].hasPrefix("Sources/App/File0.swift:\(place): error: "), "\(all[0])")
    #expect(all[0].contains(remedy), "\(all[0])")
  }

  @Test("a note about a type alias says what it stands for")
  func aliasNote() {
    let shims = shims(
      """
      // coredata:type struct Geo.Point
      //   coredata:type typealias Geo.Place = [Point: Date]
      class A: B { @NSManaged var a: Place?, b: Geo.Place }
      """)
    #expect(messages(shims) == [])
    #expect(shims.symbols.first == "$s3App1AC1aSDy3Geo5PointV20FoundationEssentials4DateVGSgvg")
    #expect(shims.text.contains("import Geo\n"))
  }

  @Test("imports are public where a public function names their types, and only there")
  func imports() {
    func lines(_ body: String) -> [Substring] {
      shims(
        "public import Foundation\npublic import OpenCoreData\ninternal import Kit\nimport Other\n"
          + "@_exported import More\n\(body)"
      ).text.split(separator: "\n").filter { $0.contains("import ") }
    }
    #expect(
      lines("public class A: B { @NSManaged public var a: Date }") == [
        "public import Foundation", "import OpenCoreData", "internal import Kit", "import Other",
        "import More",
      ])
    #expect(
      lines("public class A: B { @NSManaged var a: Date }").prefix(2) == [
        "import Foundation", "import OpenCoreData",
      ])
  }
}
