import Storefront
import StorefrontPlugins

extension Command {
    static let schema = Command(
        "schema", summary: "the JSON Schema of a manifest, for editors",
        details: "An editor takes it by a first line: # yaml-language-server: $schema=../../storefront.schema.json",
        example: "storefront schema > storefront.schema.json"
    ) { session in
        session.output.writeLine(ManifestSchema.json(registry: .builtin).prettyText)
        return .done
    }
}
