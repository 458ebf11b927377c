/// What must hold between the parts of one manifest.
extension ManifestDecoder {
    /// What a product has under a key; nil where it has not.
    func value(_ key: ProductKey, of product: Int) -> Int? {
        tree.value(key.name, of: product)
    }

    /// Where to point for a product's key: at the product where it has not got it.
    func place(of key: ProductKey, _ product: Int) -> Int { value(key, of: product) ?? product }

    mutating func checkReferences(_ manifest: Manifest, _ nodes: [Int]) {
        checkProductIDs(manifest.products, nodes)
        guard let declared = manifest.entitlements else { return }
        let known = Set(declared.map(\.id))
        for index in nodes.indices {
            let named = manifest.products[index].entitlements
            guard named.contains(where: { !known.contains($0) }), let list = value(.entitlements, of: nodes[index])
            else { continue }
            for item in tree.items(tree.resolved(list)) where kind(item) == .scalar {
                let id = tree.text(tree.resolved(item))
                guard named.contains(id), !known.contains(id) else { continue }
                report(
                    .unknownEntitlement, at: item, "the entitlement \"\(ManifestText.quotable(id))\" is not declared",
                    suggestion: nearest(to: id, among: declared.map(\.id)))
            }
        }
    }

    private mutating func checkProductIDs(_ products: [Product], _ nodes: [Int]) {
        var first: [String: Int] = Dictionary(minimumCapacity: products.count)
        var hasCapitals = false
        for index in products.indices where !products[index].id.isEmpty {
            let id = products[index].id
            if let other = first[id] {
                let line = place(place(of: .id, nodes[other])).line
                report(
                    .duplicateProduct, at: place(of: .id, nodes[index]),
                    "the product id \"\(id)\" stands twice, first on line \(line)")
            } else {
                first[id] = index
                if !hasCapitals { hasCapitals = id.utf8.contains { (0x41...0x5A).contains($0) } }
            }
        }
        if hasCapitals { checkCase(of: first.values.sorted(), products, nodes) }
    }

    private mutating func checkCase(of distinct: [Int], _ products: [Product], _ nodes: [Int]) {
        var folded: [String: Int] = [:]
        for index in distinct {
            let lower = products[index].id.lowercased()
            guard let other = folded[lower] else {
                folded[lower] = index
                continue
            }
            report(
                .caseOnlyIDs, at: place(of: .id, nodes[index]),
                "the product ids \"\(products[index].id)\" and \"\(products[other].id)\" differ only by case, "
                    + "which stores refuse")
        }
    }
}
