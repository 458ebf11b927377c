/// What must hold between the parts of one manifest.
extension ManifestDecoder {
    mutating func checkReferences(_ manifest: Manifest, _ products: [ReadProduct]) {
        checkProductIDs(products)
        guard let declared = manifest.entitlements else { return }
        let known = Set(declared.map(\.id))
        for read in products {
            guard let list = read.fields[.entitlements], read.product.entitlements.contains(where: { !known.contains($0) })
            else { continue }
            for item in tree.items(tree.resolved(list)) where kind(item) == .scalar {
                let id = tree.text(tree.resolved(item))
                guard read.product.entitlements.contains(id), !known.contains(id) else { continue }
                report(
                    .unknownEntitlement, at: item, "the entitlement \"\(ManifestText.quotable(id))\" is not declared",
                    suggestion: nearest(to: id, among: declared.map(\.id)))
            }
        }
    }

    private mutating func checkProductIDs(_ products: [ReadProduct]) {
        var first: [String: Int] = Dictionary(minimumCapacity: products.count)
        var folded: [String: Int] = [:]
        let mayDifferByCase = products.contains { $0.product.id.utf8.contains { (0x41...0x5A).contains($0) } }
        for (index, read) in products.enumerated() where !read.product.id.isEmpty {
            guard let node = read.fields[.id] else { continue }
            let id = read.product.id
            if let other = first[id] {
                let line = products[other].fields[.id].map { place($0).line } ?? 1
                report(.duplicateProduct, at: node, "the product id \"\(id)\" stands twice, first on line \(line)")
                continue
            }
            first[id] = index
            guard mayDifferByCase else { continue }
            if let other = folded[id.lowercased()] {
                report(
                    .caseOnlyIDs, at: node,
                    "the product ids \"\(id)\" and \"\(products[other].product.id)\" differ only by case, which stores refuse")
            } else {
                folded[id.lowercased()] = index
            }
        }
    }
}
