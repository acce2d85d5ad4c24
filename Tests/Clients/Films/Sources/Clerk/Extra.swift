import Films

/// The script that builds this package adds a property to the model, and this function then uses it.
func extra(_ movie: Movie) -> String { "no studio" }
