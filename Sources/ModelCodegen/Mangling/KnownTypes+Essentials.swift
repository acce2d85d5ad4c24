// Made from the symbol graph of the module by scripts/known-types.py.
extension KnownTypes {
  /// What the module `FoundationEssentials` declares: a kind, then the names that are of it.
  static let essentialsNames = """
    class FileManager JSONDecoder JSONEncoder NotificationCenter ProcessInfo
      PropertyListDecoder PropertyListEncoder
    struct AttributeContainer AttributeContainer.Builder AttributeScopeCodableConfiguration
      AttributeScopes.FoundationAttributes
      AttributeScopes.FoundationAttributes.MeasurementAttribute
      AttributeScopes.FoundationAttributes.NumberFormatAttributes AttributedString
      AttributedString.AttributeInvalidationCondition AttributedString.CharacterView
      AttributedString.Index AttributedString.Runs AttributedString.Runs.AttributesSlice1
      AttributedString.Runs.AttributesSlice2 AttributedString.Runs.AttributesSlice3
      AttributedString.Runs.AttributesSlice4 AttributedString.Runs.AttributesSlice5
      AttributedString.Runs.Index AttributedString.Runs.Run
      AttributedString.SingleAttributeTransformer AttributedString.UTF16View
      AttributedString.UTF8View AttributedString.UnicodeScalarView AttributedSubstring
      Calendar Calendar.RecurrenceRule Calendar.RecurrenceRule.End
      Calendar.RecurrenceRule.Month CocoaError CocoaError.Code CodableConfiguration
      ComparableComparator Data Data.Base64DecodingOptions Data.Base64EncodingOptions
      Data.ReadingOptions Data.SearchOptions Data.WritingOptions Date Date.ISO8601FormatStyle
      DateComponents DateComponents.ISO8601FormatStyle DateInterval Decimal
      DiscontiguousAttributedSubstring Expression FileAttributeKey FileAttributeType
      FileManager.DirectoryEnumerationOptions FileManager.ItemReplacementOptions
      FileManager.SearchPathDomainMask FileManager.UnmountOptions FileProtectionType IndexPath
      JSONEncoder.OutputFormatting Locale Locale.Collation Locale.Components Locale.Currency
      Locale.Language Locale.Language.Components Locale.LanguageCode Locale.MeasurementSystem
      Locale.NumberingSystem Locale.Region Locale.Script Locale.Subdivision Locale.Variant
      NotificationCenter.BaseMessageIdentifier NotificationCenter.ObservationToken
      OperatingSystemVersion POSIXError Predicate PredicateBindings PredicateError
      ScopedAttributeContainer String.CompareOptions String.Encoding TimeZone URL URL.Template
      URL.Template.Value URL.Template.VariableName URLComponents URLQueryItem UUID
    enum AttributeDynamicLookup AttributeScopes
      AttributeScopes.FoundationAttributes.AlternateDescriptionAttribute
      AttributeScopes.FoundationAttributes.ByteCountAttribute
      AttributeScopes.FoundationAttributes.DateFieldAttribute
      AttributeScopes.FoundationAttributes.DurationFieldAttribute
      AttributeScopes.FoundationAttributes.ImageURLAttribute
      AttributeScopes.FoundationAttributes.LanguageIdentifierAttribute
      AttributeScopes.FoundationAttributes.LinkAttribute
      AttributeScopes.FoundationAttributes.PersonNameComponentAttribute
      AttributeScopes.FoundationAttributes.ReplacementIndexAttribute
      AttributeScopes.FoundationAttributes.WritingDirectionAttribute
      AttributedString.AttributeMergePolicy AttributedString.AttributeRunBoundaries
      AttributedString.WritingDirection Calendar.Component Calendar.Identifier
      Calendar.MatchingPolicy Calendar.RecurrenceRule.Frequency
      Calendar.RecurrenceRule.Weekday Calendar.RepeatedTimePolicy Calendar.SearchDirection
      ComparisonResult Data.Deallocator Date.ISO8601FormatStyle.DateSeparator
      Date.ISO8601FormatStyle.DateTimeSeparator Date.ISO8601FormatStyle.TimeSeparator
      Date.ISO8601FormatStyle.TimeZoneSeparator Decimal.CalculationError Decimal.RoundingMode
      FileManager.SearchPathDirectory FileManager.URLRelationship
      JSONDecoder.DataDecodingStrategy JSONDecoder.DateDecodingStrategy
      JSONDecoder.KeyDecodingStrategy JSONDecoder.NonConformingFloatDecodingStrategy
      JSONEncoder.DataEncodingStrategy JSONEncoder.DateEncodingStrategy
      JSONEncoder.KeyEncodingStrategy JSONEncoder.NonConformingFloatEncodingStrategy
      Locale.HourCycle Locale.IdentifierType Locale.LanguageCode.IdentifierType
      Locale.LanguageDirection Locale.Weekday PropertyListDecoder.PropertyListFormat SortOrder
      TimeZone.NameStyle URL.DirectoryHint
    protocol AttributeScope AttributedStringAttributeMutation AttributedStringKey
      AttributedStringProtocol ContiguousBytes DataProtocol DecodableAttributedStringKey
      DecodableWithConfiguration DecodingConfigurationProviding DiscreteFormatStyle
      EncodableAttributedStringKey EncodableWithConfiguration EncodingConfigurationProviding
      FileManagerDelegate FormatStyle LocalizedError MarkdownDecodableAttributedStringKey
      MutableDataProtocol NotificationCenter.AsyncMessage NotificationCenter.MainActorMessage
      NotificationCenter.MessageIdentifier ParseStrategy ParseableFormatStyle
      PredicateExpression SortComparator StandardPredicateExpression
    """
}
