/// Finds private keys that stand where a text of a product should, so that no manifest or message repeats one.
enum StoreKitSecrets {
    /// Where the first private key in PEM form stands below `path`; nil where there is none.
    static func path(in json: JSON, at path: String = "") -> String? {
        switch json {
        case .string(let text): return isPrivateKey(text) ? path : nil
        case .array(let values):
            for (index, value) in values.enumerated() {
                if let found = self.path(in: value, at: "\(path)[\(index)]") { return found }
            }
        case .object(let members):
            for member in members {
                if isPrivateKey(member.name) { return path }
                let below = path.isEmpty ? member.name : "\(path).\(member.name)"
                if let found = self.path(in: member.value, at: below) { return found }
            }
        case .null, .bool, .number: break
        }
        return nil
    }

    private static func isPrivateKey(_ text: String) -> Bool {
        text.contains("-----BEGIN ") && text.contains("PRIVATE KEY")
    }
}
