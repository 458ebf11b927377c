/// Turns tellings into events in a commit: each with its id, its place in the customer's sequence, and who gets it.
struct Words: Sendable {
    let app: String
    let environment: String
    let receivers: [(name: String, events: [String])]

    init(session: AppSession, parts: AppSession.Parts) {
        app = session.app
        environment = parts.store.environment
        receivers = parts.couriers.map { ($0.receiver, $0.events) }
    }

    func tell(_ telling: Telling, in commit: inout Commit, cause: Event.Cause, at now: Timestamp) {
        commit.customer.sequence += 1
        let customer = commit.customer.id.customer
        let event = Event(
            id: "evt_" + Digest.id([app, customer, telling.type] + telling.subject), type: telling.type, app: app,
            customer: customer, environment: environment, sequence: commit.customer.sequence, cause: cause,
            occurredAt: telling.occurredAt, recordedAt: now, data: telling.data)
        commit.tell(event, to: receivers.filter { Event.matches(event.type, $0.events) }.map(\.name))
    }
}
