/// The ids that stores give apps: bundle ids and package names.
public enum AppID {
    /// The longest app id that leaves room for product ids that begin with it.
    public static let maximumLength = 80

    /// What an app id is, in words.
    public static let rule =
        "letters and digits of ASCII, - and _, in parts with a point between them, at most \(maximumLength) in all"

    public static func isValid(_ id: String) -> Bool {
        id.utf8.count <= maximumLength
            && id.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
                !part.isEmpty && part.unicodeScalars.allSatisfy { Slug.isLetterOrDigit($0) || $0 == "-" || $0 == "_" }
            }
    }
}
