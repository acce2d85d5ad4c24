// Made from the symbol graph of the module by scripts/known-types.py.
extension KnownTypes {
  /// What the module `FoundationInternationalization` declares: a kind, then the names that are of it.
  static let internationalizationNames = """
    struct ByteCountFormatStyle ByteCountFormatStyle.Attributed ByteCountFormatStyle.Units
      CurrencyFormatStyleConfiguration.Presentation
      CurrencyFormatStyleConfiguration.SignDisplayStrategy Date.AnchoredRelativeFormatStyle
      Date.AttributedStyle Date.ComponentsFormatStyle Date.ComponentsFormatStyle.Field
      Date.FormatString Date.FormatString.StringInterpolation Date.FormatStyle
      Date.FormatStyle.Attributed Date.FormatStyle.DateStyle Date.FormatStyle.Symbol
      Date.FormatStyle.TimeStyle Date.IntervalFormatStyle Date.ParseStrategy
      Date.RelativeFormatStyle Date.RelativeFormatStyle.Presentation
      Date.RelativeFormatStyle.UnitsStyle Date.VerbatimFormatStyle
      Date.VerbatimFormatStyle.Attributed Decimal.FormatStyle Decimal.FormatStyle.Attributed
      Decimal.FormatStyle.Currency Decimal.FormatStyle.Percent Decimal.ParseStrategy
      DescriptiveNumberFormatConfiguration.Presentation Duration.TimeFormatStyle
      Duration.TimeFormatStyle.Attributed Duration.TimeFormatStyle.Pattern
      Duration.UnitsFormatStyle Duration.UnitsFormatStyle.Attributed
      Duration.UnitsFormatStyle.FractionalPartDisplayStrategy Duration.UnitsFormatStyle.Unit
      Duration.UnitsFormatStyle.UnitWidth
      Duration.UnitsFormatStyle.ZeroValueUnitsDisplayStrategy FloatingPointFormatStyle
      FloatingPointParseStrategy FormatStyleCapitalizationContext IntegerFormatStyle
      IntegerParseStrategy KeyPathComparator ListFormatStyle Locale.Region.Category
      NumberFormatStyleConfiguration.DecimalSeparatorDisplayStrategy
      NumberFormatStyleConfiguration.Grouping NumberFormatStyleConfiguration.Notation
      NumberFormatStyleConfiguration.Precision
      NumberFormatStyleConfiguration.SignDisplayStrategy SortDescriptor String.Comparator
      String.StandardComparator StringStyle
    enum ByteCountFormatStyle.Style CurrencyFormatStyleConfiguration
      DescriptiveNumberFormatConfiguration NumberFormatStyleConfiguration
    """
}
