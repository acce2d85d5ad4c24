/// Values that cannot be compared, or always compare the same.
extension PredicateProblemTests {
  static let types: [Condition] = [
    Condition(
      "year == '1999'",
      """
      error: 'year' of 'Movie' is a number and is compared with a text; they are never equal; write \
      the number without quotes
      """),
    Condition(
      "'1999' < year",
      """
      error: 'year' of 'Movie' is a number and is compared with a text; '<' has no meaning for them; \
      write the number without quotes
      """),
    Condition(
      "title == 5",
      """
      error: 'title' of 'Movie' is a text and is compared with a number; they are never equal; write \
      the text in quotes
      """),
    Condition(
      "seen == 'YES'",
      """
      error: 'seen' of 'Movie' is a Boolean and is compared with a text; they are never equal; write \
      YES or NO without quotes
      """),
    Condition(
      "released > 1999",
      """
      error: 'released' of 'Movie' is a date and is compared with a number; '>' has no meaning for \
      them; pass a Date for %@, or write CAST(seconds since 2001, 'NSDate')
      """),
    Condition(
      "code == '3F2504E0' OR code IN {'x'}",
      """
      error: 'code' of 'Movie' is a UUID and is compared with a text that is no UUID; they are never equal; write it \
      as 3F2504E0-4F89-41D3-9A0C-0305E82C3301
      """),
    Condition(
      "code < '3F2504E0'",
      """
      error: 'code' of 'Movie' is a UUID and is compared with a text; '<' has no meaning for them
      """),
    Condition(
      "page == 5",
      "error: 'page' of 'Movie' is a URI and is compared with a number; they are never equal"),
    Condition(
      "director == 'Mann'",
      """
      error: 'director' of 'Movie' is an object of 'Director' and is compared with a text; they are \
      never equal; compare it with an object or an id, or go on to one of its attributes
      """),
    Condition(
      "ANY tags == 'war'",
      """
      error: 'tags' of 'Movie' is an object of 'Tag' and is compared with a text; they are never \
      equal; compare it with an object or an id, or go on to one of its attributes
      """),
    Condition(
      "director == SELF",
      """
      warning: 'director' of 'Movie' is an object of 'Director' and is compared with an object of \
      'Movie'; they are never equal, since neither entity inherits from the other
      """),
    Condition(
      "title == director.movies.@count",
      """
      error: 'title' of 'Movie' is a text and is compared with 'director.movies.@count' of 'Movie', a \
      number; they are never equal
      """),
    Condition(
      "ANY tags.name > 5",
      """
      error: 'tags.name' of 'Movie' is a text and is compared with a number; '>' has no meaning for \
      them; write the text in quotes
      """),
    Condition(
      "year IN {1990, '1991'}",
      """
      error: 'year' of 'Movie' is a number and is compared with a text; they are never equal; write \
      the number without quotes
      """),
    Condition(
      "director > $D",
      "error: '>' compares 'director' of 'Movie', which is an object of 'Director': "
        + "objects have no order"),
    Condition(
      "poster < $P",
      "error: '<' compares 'poster' of 'Movie', which is binary data: binary data has no order"),
    Condition(
      "place >= $P",
      "error: '>=' compares 'place' of 'Movie', which is a composite: composites have no order"),
    Condition(
      "seen > NO",
      """
      warning: '>' compares 'seen' of 'Movie', which is a Boolean; such values are seldom ordered: \
      == or != is usual
      """),
    Condition(
      "code < $C",
      """
      warning: '<' compares 'code' of 'Movie', which is a UUID; such values are seldom ordered: == or \
      IN is usual
      """),
    Condition(
      "year < nil", "warning: '<' with nil is false for every object; compare with == or !="),
    Condition(
      "year CONTAINS 'x'",
      "error: 'CONTAINS' looks into a collection or a text, and 'year' of 'Movie' is a number"),
    Condition(
      "title CONTAINS 5", "error: 'CONTAINS' compares texts, and a number is given"),
    Condition(
      "'x' IN released",
      "error: 'IN' looks into a collection or a text, and 'released' of 'Movie' is a date"),
    Condition(
      "year BEGINSWITH '19'",
      "error: 'BEGINSWITH' compares texts, and 'year' of 'Movie' is a number"),
    Condition(
      "title LIKE director",
      "error: 'LIKE' compares texts, and 'director' of 'Movie' is an object of 'Director'"),
    Condition(
      "title MATCHES '[a'",
      "error: MATCHES has the pattern '[a', which is not a regular expression"),
    Condition(
      "year BETWEEN {5, 1}",
      "warning: BETWEEN has its greater bound first, which no value satisfies; exchange the two"),
    Condition(
      "year BETWEEN {'a', 'b'}",
      """
      error: 'year' of 'Movie' is a number and is compared with a text; 'BETWEEN' has no meaning for \
      them; write the number without quotes
      """),
    Condition(
      "year > 100000",
      """
      warning: the comparison of 'year' of 'Movie' by '>' comes out the same for every value that it \
      can have: Integer 16 holds -32768 to 32767
      """),
    Condition(
      "-40000 == year",
      """
      warning: the comparison of 'year' of 'Movie' by '==' comes out the same for every value that it \
      can have: Integer 16 holds -32768 to 32767
      """),
    Condition(
      "votes == 1.5",
      """
      warning: the comparison of 'votes' of 'Movie' by '==' comes out the same for every value that \
      it can have: Integer 64 holds whole numbers
      """),
    Condition(
      "seen == 2",
      """
      warning: the comparison of 'seen' of 'Movie' by '==' comes out the same for every value that it \
      can have: a Boolean is 0 or 1
      """),
  ]
}
