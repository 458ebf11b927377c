extension SQLiteSchema {
    /// The file of `SQLitePersistence`. Every key begins with the app, so apps that share a file cannot meet.
    static let persistence = SQLiteSchema(applicationID: 0x5374_4672, migrations: [version1])

    /// Open work has a table or a partial index of its own, so a start costs the same however much is done. Queries
    /// name a partial index that they rely on, for the planner would sooner walk a primary key.
    ///
    /// Rows of a ledger are appended under a position; what is small and looked up by key has no second key.
    /// In `outbox`, `wake` is set for the oldest row of a customer only: when that row may be taken, be it new,
    /// postponed or leased. Times are milliseconds since 1970; lists and balances are JSON.
    private static let version1 = """
        CREATE TABLE customers(
            app TEXT NOT NULL, customer TEXT NOT NULL, version INTEGER NOT NULL, sequence INTEGER NOT NULL,
            balances TEXT NOT NULL, due INTEGER,
            PRIMARY KEY(app, customer)) STRICT, WITHOUT ROWID;
        CREATE INDEX customers_due ON customers(app, due) WHERE due IS NOT NULL;
        CREATE TABLE chains(
            app TEXT NOT NULL, store TEXT NOT NULL, environment TEXT NOT NULL, original_id TEXT NOT NULL,
            customer TEXT NOT NULL, entitles INTEGER NOT NULL, product TEXT NOT NULL, type TEXT NOT NULL,
            renews INTEGER NOT NULL, "group" TEXT, period TEXT, entitlements TEXT NOT NULL,
            transaction_id TEXT NOT NULL, revision INTEGER NOT NULL, quantity INTEGER NOT NULL,
            purchased_at INTEGER NOT NULL, expires_at INTEGER, revoked_at INTEGER, granted TEXT NOT NULL,
            told TEXT NOT NULL, end_told INTEGER,
            PRIMARY KEY(app, store, environment, original_id)) STRICT, WITHOUT ROWID;
        CREATE INDEX chains_entitling ON chains(app, customer) WHERE entitles = 1;
        CREATE TABLE ledger(
            position INTEGER PRIMARY KEY, app TEXT NOT NULL, store TEXT NOT NULL, environment TEXT NOT NULL,
            transaction_id TEXT NOT NULL, kind TEXT NOT NULL, revision INTEGER NOT NULL, original_id TEXT NOT NULL,
            customer TEXT NOT NULL, buyer TEXT, order_key TEXT, product TEXT NOT NULL, quantity INTEGER NOT NULL,
            purchased_at INTEGER NOT NULL, expires_at INTEGER, revoked_at INTEGER, ownership TEXT NOT NULL,
            offer TEXT, price INTEGER, currency TEXT, terms TEXT NOT NULL, cause TEXT NOT NULL,
            recorded_at INTEGER NOT NULL, balances TEXT,
            UNIQUE(app, store, environment, transaction_id, kind, revision)) STRICT;
        CREATE INDEX ledger_app ON ledger(app);
        CREATE INDEX ledger_customer ON ledger(app, customer);
        CREATE TABLE sold_products(
            app TEXT NOT NULL, product TEXT NOT NULL, type TEXT NOT NULL,
            PRIMARY KEY(app, product)) STRICT, WITHOUT ROWID;
        CREATE TABLE events(
            position INTEGER PRIMARY KEY, app TEXT NOT NULL, id TEXT NOT NULL, type TEXT NOT NULL,
            customer TEXT NOT NULL, environment TEXT NOT NULL, sequence INTEGER NOT NULL, cause TEXT NOT NULL,
            occurred_at INTEGER NOT NULL, recorded_at INTEGER NOT NULL, data TEXT NOT NULL,
            UNIQUE(app, id)) STRICT;
        CREATE INDEX events_app ON events(app);
        CREATE TABLE outbox(
            app TEXT NOT NULL, receiver TEXT NOT NULL, customer TEXT NOT NULL, sequence INTEGER NOT NULL,
            event INTEGER NOT NULL, tries INTEGER NOT NULL, due INTEGER NOT NULL, holder TEXT, leased_until INTEGER,
            wake INTEGER, failed_at INTEGER, last_error TEXT,
            PRIMARY KEY(app, receiver, customer, sequence)) STRICT, WITHOUT ROWID;
        CREATE INDEX outbox_wake ON outbox(app, receiver, wake, event) WHERE wake IS NOT NULL;
        CREATE TABLE dead_letters(
            app TEXT NOT NULL, receiver TEXT NOT NULL, customer TEXT NOT NULL, sequence INTEGER NOT NULL,
            event INTEGER NOT NULL, failed_at INTEGER NOT NULL, last_error TEXT NOT NULL,
            PRIMARY KEY(app, receiver, customer, sequence)) STRICT, WITHOUT ROWID;
        CREATE TABLE attempts(
            app TEXT NOT NULL, customer TEXT NOT NULL, key TEXT NOT NULL, product TEXT NOT NULL,
            quantity INTEGER NOT NULL, offer TEXT, state TEXT NOT NULL, is_open INTEGER NOT NULL,
            transaction_id TEXT, revision INTEGER, failure TEXT, holder TEXT NOT NULL, ordered_at INTEGER NOT NULL,
            PRIMARY KEY(app, customer, key)) STRICT, WITHOUT ROWID;
        CREATE INDEX attempts_open ON attempts(app, customer) WHERE is_open = 1;
        CREATE TABLE finishes(
            app TEXT NOT NULL, store TEXT NOT NULL, environment TEXT NOT NULL, transaction_id TEXT NOT NULL,
            customer TEXT NOT NULL, product TEXT NOT NULL, since INTEGER NOT NULL, tries INTEGER NOT NULL,
            due INTEGER NOT NULL, last_error TEXT,
            PRIMARY KEY(app, store, environment, transaction_id)) STRICT, WITHOUT ROWID;
        CREATE TABLE listeners(
            app TEXT NOT NULL, name TEXT NOT NULL, events TEXT NOT NULL,
            PRIMARY KEY(app, name)) STRICT, WITHOUT ROWID;
        """
}
