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
        let ids = declared.map(\.id)
        let known = Set(ids)
        for index in nodes.indices {
            guard manifest.products[index].entitlements.contains(where: { !known.contains($0) }),
                let list = value(.entitlements, of: nodes[index])
            else { continue }
            let named = Set(manifest.products[index].entitlements)
            for item in tree.items(tree.resolved(list)) where kind(item) == .scalar {
                let id = tree.text(tree.resolved(item))
                guard named.contains(id), !known.contains(id) else { continue }
                report(
                    .unknownEntitlement, at: item, "the entitlement \"\(ManifestText.quotable(id))\" is not declared",
                    suggestion: suggestion(for: id, among: ids))
            }
        }
    }

    /// Sorted by a quick hash, so that only ids of one hash are compared, however many a file makes collide.
    private mutating func checkProductIDs(_ products: [Product], _ nodes: [Int]) {
        // The hash above, the index below: a million nodes hold fewer products than these bits count.
        let indexBits: UInt64 = 20
        var hashes: [UInt64] = []
        hashes.reserveCapacity(products.count)
        var hasCapitals = false
        for index in products.indices where !products[index].id.isEmpty {
            // FNV-1a.
            var hash: UInt64 = 0xCBF2_9CE4_8422_2325
            let bytes = products[index].id.utf8.span
            for at in bytes.indices {
                let byte = bytes[at]
                hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
                if (0x41...0x5A).contains(byte) { hasCapitals = true }
            }
            hashes.append(hash << indexBits | UInt64(index))
        }
        hashes.sort()
        var start = 0
        for end in 1..<max(1, hashes.count + 1)
        where end == hashes.count || hashes[end] >> indexBits != hashes[start] >> indexBits {
            if end - start > 1 {
                compareIDs(hashes[start..<end].map { Int($0 & (1 << indexBits - 1)) }, products, nodes)
            }
            start = end
        }
        if hasCapitals { checkCase(products, nodes) }
    }

    private mutating func compareIDs(_ indices: [Int], _ products: [Product], _ nodes: [Int]) {
        var lines: [String: Int] = [:]
        for index in indices {
            let id = products[index].id
            guard let line = lines[id] else {
                lines[id] = line(place(of: .id, nodes[index]))
                continue
            }
            report(
                .duplicateProduct, at: place(of: .id, nodes[index]),
                "the product id \"\(ManifestText.quotable(id))\" stands twice, first on line \(line)")
        }
    }

    private mutating func checkCase(_ products: [Product], _ nodes: [Int]) {
        var folded: [String: Int] = [:]
        for index in products.indices where !products[index].id.isEmpty {
            let id = products[index].id
            guard let other = folded.updateValue(index, forKey: id.lowercased()), products[other].id != id else {
                continue
            }
            report(
                .caseOnlyIDs, at: place(of: .id, nodes[index]),
                "the product ids \"\(ManifestText.quotable(id))\" and \"\(ManifestText.quotable(products[other].id))\" "
                    + "differ only by case, which stores refuse")
        }
    }
}
