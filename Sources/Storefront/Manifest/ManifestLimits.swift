/// How much a manifest may ask of its reader; past each of them reading stops with an error that names it.
public enum ManifestLimits {
    /// The most bytes a file may have.
    public static let maximumBytes = 16 << 20
    /// The most nodes a file may have once its aliases are expanded.
    public static let maximumNodes = 1_000_000
    /// How deep lists and mappings may nest, aliases expanded.
    public static let maximumDepth = 64
    /// The most `%` lines before a document: the parser compares each with all others.
    public static let maximumDirectives = 8
    /// The most diagnostics of one severity that are listed for one file.
    public static let maximumDiagnostics = 1_000
    /// The most of a product's unit that one purchase gives.
    public static let maximumGrant: Int64 = 1_000_000_000_000_000
    /// The most words that are compared with mistyped ones in one file.
    static let maximumComparisons = 20_000
    /// The most locales that some products lack which are listed for one file.
    static let maximumPartialLocales = 50
    /// The most characters of a text that a message quotes.
    static let maximumQuoted = 80
    /// The most characters of a source line that is shown beside a message.
    static let maximumExcerpt = 160
}
