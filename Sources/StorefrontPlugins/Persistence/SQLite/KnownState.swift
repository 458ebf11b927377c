import Storefront

/// What the writer has lately read or written, so that a customer's next change reads little.
///
/// True only as long as no other process has committed and nothing was rolled back; then it forgets everything.
final class KnownState: SQLiteMemory {
    /// The most customers that are remembered; one more, and all are forgotten.
    static let maximumCustomers = 4096

    struct Known {
        /// With its entitling chains only.
        var customer: Customer
        var due: Timestamp?
        var openAttempts: [String: Attempt]
    }

    private var customers: [CustomerID: Known] = [:]
    private var listeners: [String: [Listener]] = [:]
    /// The terms last written, which are often the next ones too, and how they are written.
    private var terms: (terms: Entry.Terms, json: [UInt8])?

    func forget() {
        customers.removeAll(keepingCapacity: true)
        listeners.removeAll()
    }

    func customer(_ id: CustomerID, _ read: () throws -> Known) rethrows -> Known {
        if let known = customers[id] { return known }
        let known = try read()
        remember(known)
        return known
    }

    private func remember(_ known: Known) {
        if customers.count >= Self.maximumCustomers { customers.removeAll(keepingCapacity: true) }
        customers[known.customer.id] = known
    }

    func listeners(_ app: String, _ read: () throws -> [Listener]) rethrows -> [Listener] {
        if let known = listeners[app] { return known }
        let known = try read()
        listeners[app] = known
        return known
    }

    func json(_ terms: Entry.Terms) -> [UInt8] {
        if let last = self.terms, last.terms == terms { return last.json }
        let json = terms.json.bytes
        self.terms = (terms, json)
        return json
    }

    /// Notes what a commit has written; the version is nil where it stays.
    func note(_ commit: Commit, of id: CustomerID, version: Int64?) {
        guard var known = customers[id] else { return }
        if let version {
            known.customer = commit.customer
            known.customer.id = id
            known.customer.version = version
            known.due = commit.due
            if known.customer.chains.contains(where: { !$0.value.entitles }) {
                known.customer.chains = known.customer.chains.filter(\.value.entitles)
            }
        }
        for attempt in commit.changedAttempts {
            known.openAttempts[attempt.key] = attempt.state.isOpen ? attempt : nil
        }
        customers[id] = known
    }
}

extension SQLiteConnection {
    var knownState: KnownState {
        if let known = memory as? KnownState { return known }
        let known = KnownState()
        memory = known
        return known
    }
}
