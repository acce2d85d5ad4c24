import OpenCoreData

@testable import Symbols

private typealias MovieTrials = [Trial<Movie>]

/// Attributes whose values a store has a type for.
func storedTrials() -> [Trial<Movie>] {
  let texts: MovieTrials = [
    Trial(\.text, "text", .stringAttributeType, "a", "", "é"),
    Trial(\.optionalText, "optionalText", .stringAttributeType, "a", nil),
    Trial(\.forcedText, "forcedText", .stringAttributeType, "a", "b"),
    Trial(\.nsText, "nsText", .stringAttributeType, "a" as NSString, nil),
    Trial(\.`class`, "class", .stringAttributeType, "first", "second"),
    Trial(\.héros, "héros", .stringAttributeType, "Cléo"),
    Trial(\.foreign, "foreign", .stringAttributeType, "a"),
    Trial(\.twice, "twice", .stringAttributeType, "a"),
    Trial(\.character, "character", .transformableAttributeType, "é", "a"),
  ]
  let numbers: MovieTrials = [
    Trial(\.flag, "flag", .booleanAttributeType, true, false),
    Trial(\.int, "int", .integer64AttributeType, .max, .min, 0),
    Trial(\.int8, "int8", .integer16AttributeType, .max, .min, 0),
    Trial(\.int16, "int16", .integer16AttributeType, .max, .min, 0),
    Trial(\.int32, "int32", .integer32AttributeType, .max, .min, 0),
    Trial(\.int64, "int64", .integer64AttributeType, .max, .min, 0),
    Trial(\.optionalInt64, "optionalInt64", .integer64AttributeType, 1, nil),
    Trial(\.unsigned, "unsigned", .integer64AttributeType, .max, 0),
    Trial(\.unsigned64, "unsigned64", .integer64AttributeType, .max, 0),
    Trial(\.double, "double", .doubleAttributeType, 0.1, -.infinity, 0),
    Trial(\.float, "float", .floatAttributeType, 0.1, 0),
    Trial(\.optionalDouble, "optionalDouble", .doubleAttributeType, 0.1, nil),
    Trial(\.seconds, "seconds", .dateAttributeType, 1.5, 0),
    Trial(\.number, "number", .integer32AttributeType, 7, nil),
    Trial(\.decimal, "decimal", .decimalAttributeType, 1.25, 0),
    Trial(\.nsDecimal, "nsDecimal", .decimalAttributeType, 1.25, nil),
    Trial(\.alias, "alias", .decimalAttributeType, 9, nil),
    Trial(\.a, "a", .integer32AttributeType, 1),
    Trial(\.b, "b", .integer32AttributeType, 2),
    Trial(\.c, "c", .integer32AttributeType, 3),
    Trial(\.rating, "rating", .integer16AttributeType, .bad, .good),
    Trial(\.optionalRating, "optionalRating", .integer16AttributeType, .bad, nil),
    Trial(\.fullRating, "fullRating", .integer16AttributeType, .bad, nil),
    Trial(\.laterRating, "laterRating", .integer16AttributeType, .bad, nil),
  ]
  let day = Date(timeIntervalSinceReferenceDate: 0.5)
  let id = UUID()
  let others: MovieTrials = [
    Trial(\.date, "date", .dateAttributeType, day),
    Trial(\.optionalDate, "optionalDate", .dateAttributeType, day, nil),
    Trial(\.nsDate, "nsDate", .dateAttributeType, day as NSDate, nil),
    Trial(\.later, "later", .dateAttributeType, day, nil),
    Trial(\.qualified, "qualified", .dateAttributeType, day, nil),
    Trial(\.data, "data", .binaryDataAttributeType, Data([1]), nil),
    Trial(\.nsData, "nsData", .binaryDataAttributeType, Data([1]) as NSData, nil),
    Trial(\.uuid, "uuid", .UUIDAttributeType, id, nil),
    Trial(\.nsUUID, "nsUUID", .UUIDAttributeType, NSUUID(), nil),
    Trial(\.url, "url", .URIAttributeType, URL(string: "https://example.com/a"), nil),
    Trial(\.nsURL, "nsURL", .URIAttributeType, NSURL(string: "https://example.com/a"), nil),
    Trial(
      \.textTEXTText_text_TextURLText, "textTEXTText_text_TextURLText", .URIAttributeType,
      URL(fileURLWithPath: "/a")),
  ]
  return texts + numbers + others
}

/// Attributes whose values are kept as they are.
func transformableTrials() -> [Trial<Movie>] {
  let kept = NSAttributeType.transformableAttributeType
  let picture = Picture()
  let collections: MovieTrials = [
    Trial(\.texts, "texts", kept, ["a"], []),
    Trial(\.optionalTexts, "optionalTexts", kept, ["a"], nil),
    Trial(described: \.pairs, "pairs", ["a": 1], nil),
    Trial(\.nested, "nested", kept, ["a": [[Date(timeIntervalSinceReferenceDate: 1)]]], [:]),
    Trial(\.x1Y2Z3X1Y2Z3, "x1Y2Z3X1Y2Z3", kept, [UUID(): UUID()], [:]),
    Trial(\.standard, "standard", kept, ["a": ["b": [1: [2: [3: 4]]]]]),
    Trial(\.hashables, "hashables", kept, [[1: "a"]]) { $0.count == $1.count },
    Trial(\.aliasOfAlias, "aliasOfAlias", kept, [1.5], nil),
    Trial(\.`default`, "default", kept, [.bad], []),
    Trial(\.dictionary, "dictionary", kept, NSDictionary(dictionary: ["a": 1]), nil),
    Trial(\.array, "array", kept, NSArray(array: [1, "a"]), nil),
    Trial(described: \.void, "void", [()], []),
    Trial(\.codings, "codings", kept, [["a" as NSString]]) { $0.count == $1.count },
  ]
  let anything: MovieTrials = [
    Trial(\.object, "object", kept, picture, nil),
    Trial(\.image, "image", kept, picture, nil),
    Trial(described: \.any, "any", "a", 1, nil),
    Trial(\.anyObject, "anyObject", kept, [picture, nil]) { $0 === $1 },
    Trial(\.hashable, "hashable", kept, "a", 1, nil),
    Trial(described: \.coding, "coding", "a" as NSString, nil),
    Trial(described: \.codable, "codable", "a", [1], nil),
    Trial(described: \.both, "both", "a" as NSString, nil),
    Trial(described: \.own, "own", Reel(), nil),
    Trial(described: \.ownBoth, "ownBoth", Reel()),
    Trial(described: \.frame, "frame", Movie.Frame()),
    Trial(described: \.size, "size", Movie.Frame.Size(), nil),
    Trial(\.inferno, "inferno", kept, [FoundationFilm.InnerFilm(), FoundationFilm.InnerFilm()]) { $0 === $1 },
    Trial(\.result, "result", kept, .success("a"), .success("b")),
  ]
  let values: MovieTrials = [
    Trial(\.point, "point", kept, CGPoint(x: 1, y: 2), .zero),
    Trial(\.range, "range", kept, NSRange(location: 1, length: 2), NSRange()),
    Trial(\.closedRange, "closedRange", kept, 1...2, 3...4),
    Trial(\.doubles, "doubles", kept, 1..<2, nil),
    Trial(\.length, "length", kept, Measurement(value: 1, unit: .meters), nil),
    Trial(\.locale, "locale", kept, Locale(identifier: "fr_FR"), .current),
    Trial(\.zone, "zone", kept, .gmt, nil),
    Trial(\.calendar, "calendar", kept, Calendar(identifier: .gregorian), nil),
    Trial(\.component, "component", kept, .day, .year),
    Trial(\.style, "style", kept, .dateTime, nil),
    Trial(\.name, "name", .stringAttributeType, Notification.Name("a"), Notification.Name("b")),
    Trial(\.indexes, "indexes", kept, [1, 3], []),
    Trial(\.letters, "letters", kept, .decimalDigits, nil),
    Trial(\.components, "components", kept, DateComponents(day: 1), DateComponents()),
    Trial(\.attributed, "attributed", kept, NSAttributedString(string: "a"), nil),
    Trial(\.attributedText, "attributedText", kept, AttributedString("a"), nil),
    Trial(\.path, "path", kept, [1, 2], [3]),
  ]
  return collections + anything + values
}

struct Reel: Playable, Showable {}

extension Movie {
  /// Whether a to-one property leads where it is set to.
  fileprivate func leads(_ path: ReferenceWritableKeyPath<Movie, Movie?>) -> Bool {
    let other = another()
    self[keyPath: path] = other
    guard self[keyPath: path] === other else { return false }
    self[keyPath: path] = nil
    return self[keyPath: path] == nil
  }

  /// Whether a property has the members that it is set to.
  fileprivate func holds<Members: Equatable>(
    _ path: ReferenceWritableKeyPath<Movie, Members>, _ make: ([Movie]) -> Members
  ) -> Bool {
    [2, 0, 1].allSatisfy { count in
      let members = make((0..<count).map { _ in another() })
      self[keyPath: path] = members
      return self[keyPath: path] == members
    }
  }
}

/// Relationships, and what contains objects without being one.
func relationshipTrials(_ movie: NSEntityDescription) -> [Trial<Movie>] {
  let kept = NSAttributeType.transformableAttributeType
  let toOne: MovieTrials = [
    Trial("movie", to: movie) {
      let other = $0.another()
      $0.movie = other
      return $0.movie === other
    },
    Trial("sequel", to: movie) { $0.leads(\.sequel) },
    Trial("me", to: movie) { $0.leads(\.me) },
    Trial("Movie", to: movie) { $0.leads(\.Movie) },
    Trial("映画", to: movie) { $0.leads(\.映画) },
    Trial("d", to: movie) { $0.leads(\.d) },
  ]
  let toMany: MovieTrials = [
    Trial("movies", to: movie, isToMany: true) { $0.holds(\.movies) { Set($0) } },
    Trial("optionalMovies", to: movie, isToMany: true) { $0.holds(\.optionalMovies) { Set($0) } },
    Trial("nsMovies", to: movie, isToMany: true) { $0.holds(\.nsMovies) { NSSet(array: $0) } },
    Trial("orderedMovies", to: movie, isToMany: true, isOrdered: true) {
      $0.holds(\.orderedMovies) { NSOrderedSet(array: $0) }
    },
    Trial("mutableMovies", to: movie, isToMany: true) {
      $0.mutableMovies.add($0.another())
      return $0.mutableMovies.count == 1
    },
    Trial("mutableOrderedMovies", to: movie, isToMany: true, isOrdered: true) {
      let members = [$0.another(), $0.another()]
      for member in members { $0.mutableOrderedMovies.insert(member, at: 0) }
      return $0.mutableOrderedMovies.array as? [Movie] == members.reversed()
    },
    Trial("Symbols", to: movie, isToMany: true, isOrdered: true) { $0.holds(\.Symbols) { $0 } },
  ]
  let values: MovieTrials = [
    Trial(\.moviesByName, "moviesByName", kept, [:]),
    Trial(\.optionalMovieDateOptionalMovie, "optionalMovieDateOptionalMovie", kept, [:], nil),
    Trial(\.manyOptionals, "manyOptionals", kept, []),
    Trial(\.combined, "combined", kept, [:]),
  ]
  return toOne + toMany + values
}
