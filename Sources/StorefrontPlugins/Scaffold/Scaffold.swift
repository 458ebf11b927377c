import Glibc
public import Storefront

/// Makes the first files of a new app.
public enum Scaffold {
    /// The longest name of an app, in bytes.
    public static let maximumNameLength = 200
    /// The longest name of an app's folder, in bytes.
    public static let maximumSlugLength = 64

    /// Writes `<apps>/<slug>/storefront.yaml` from a template: a manifest that is valid as written.
    ///
    /// - Parameters:
    ///   - id: The app's bundle id or package name, as `com.acme.scanner`.
    ///   - name: What the app is called; made of the id's last part where nil, as `Barcode Scanner`.
    ///   - template: The name of a folder in `<templates>/app`.
    ///   - slug: The new folder's name; made of the id's last part where nil, as `barcode-scanner`.
    ///   - templates: The folder of the templates that come with Storefront.
    ///   - apps: The folder of the apps; made where it is not there.
    /// - Returns: The path of the file written.
    /// - Throws: `invalid-request` for a bad id, name, slug or template, or where the file is there already;
    ///   `storage-unavailable` where it cannot be written. Nothing is overwritten, and no half file is left.
    public static func app(
        id: String, name: String? = nil, template: String = "minimal", slug: String? = nil, templates: String,
        apps: String
    ) throws(StorefrontError) -> String {
        guard AppID.isValid(id) else {
            throw StorefrontError(.invalidRequest, "\"\(YAMLText.comment(id))\" is no app id: \(AppID.rule)")
        }
        let made = Slug.kebab(id.split(separator: ".").last.map(String.init) ?? "")
        let slug = slug ?? (made.isEmpty ? "app" : made)
        try check(slug: slug)
        let name = name ?? Slug.title(slug)
        try check(name: name)
        let text = try Templates(folder: templates).text(template)
        let folder = "\(apps)/\(slug)"
        let isNew = try NewFile.makeFolder(folder)
        let path = "\(folder)/storefront.yaml"
        do {
            try NewFile.write(Array(fill(text, id: id, name: name).utf8), to: path)
        } catch {
            if isNew { _ = unsafe rmdir(folder) }
            throw error
        }
        return path
    }

    /// The names of the templates in a folder, in order.
    public static func templateNames(in templates: String) throws(StorefrontError) -> [String] {
        try Templates(folder: templates).names()
    }

    /// Puts the app's id and name in their places, quoted where a whole value would be taken for something else.
    static func fill(_ template: String, id: String, name: String) -> String {
        template.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            var line = String(line)
            if line.hasSuffix(": {{id}}") { line = line.dropLast("{{id}}".count) + YAMLText.scalar(id) }
            if line.hasSuffix(": {{name}}") { return line.dropLast("{{name}}".count) + YAMLText.scalar(name) }
            line.replace("{{id}}", with: id)
            line.replace("{{name}}", with: YAMLText.comment(name))
            return line
        }.joined(separator: "\n")
    }

    private static func check(slug: String) throws(StorefrontError) {
        let isAllowed = slug.unicodeScalars.allSatisfy { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".": true
            default: false
            }
        }
        guard isAllowed, !slug.isEmpty, !slug.hasPrefix("."), slug.utf8.count <= maximumSlugLength else {
            throw StorefrontError(
                .invalidRequest,
                "\"\(YAMLText.comment(slug))\" is no name for an app's folder: letters and digits of ASCII, - _ and ., "
                    + "not a point first, at most \(maximumSlugLength)")
        }
    }

    private static func check(name: String) throws(StorefrontError) {
        guard name.utf8.count <= maximumNameLength else {
            throw StorefrontError(.invalidRequest, "The app's name is longer than \(maximumNameLength) bytes")
        }
        guard name.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
            throw StorefrontError(.invalidRequest, "The app's name is empty")
        }
        let hasControl = name.unicodeScalars.contains { scalar in
            [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
        }
        guard !hasControl else {
            throw StorefrontError(
                .invalidRequest, "The app's name \"\(YAMLText.comment(name))\" has a control character or a line break")
        }
    }
}
