/// What a sandbox's file contains. Every key begins with the app: many apps share one file.
enum SandboxSchema {
    /// `SFsb` in ASCII.
    static let current = SQLiteSchema(applicationID: 0x5346_7362, migrations: [first])

    /// Where an index is to be used, statements name it: without statistics SQLite takes the first column of a primary
    /// key, the app, to be as good, and would walk through all that an app ever sold.
    ///
    /// `apps`: how far an app's clock is ahead, and its counters, which never go back so that no id is used twice.
    /// `orders`: each key's outcome; `sale` is kept of those that had to wait.
    /// `snapshots`: what was charged and what became of it, never changed; times in milliseconds.
    /// `queue`: what the app has yet to be told, or has yet to finish, and nothing else, so that a start costs the
    /// same however much was sold before. A row without its snapshot is an order that waited and came to nothing.
    private static let first = """
        CREATE TABLE apps (
            app TEXT PRIMARY KEY, clock_offset INTEGER NOT NULL, clock_version INTEGER NOT NULL,
            transactions INTEGER NOT NULL, position INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE orders (
            app TEXT NOT NULL, customer TEXT NOT NULL, order_key TEXT NOT NULL, state TEXT NOT NULL,
            transaction_id TEXT, reason TEXT, sale TEXT,
            PRIMARY KEY (app, customer, order_key)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX orders_waited ON orders (app, transaction_id) WHERE sale IS NOT NULL;
        CREATE TABLE snapshots (
            app TEXT NOT NULL, transaction_id TEXT NOT NULL, revision INTEGER NOT NULL, kind TEXT NOT NULL,
            original_id TEXT NOT NULL, customer TEXT NOT NULL, order_key TEXT NOT NULL, product TEXT NOT NULL,
            type TEXT NOT NULL, subscription_group TEXT, quantity INTEGER NOT NULL, purchased_at INTEGER NOT NULL,
            expires_at INTEGER, revoked_at INTEGER, offer TEXT, price INTEGER, currency TEXT,
            PRIMARY KEY (app, transaction_id, revision)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX snapshots_owned ON snapshots (app, customer) WHERE type <> 'consumable';
        CREATE TABLE queue (
            app TEXT NOT NULL, position INTEGER NOT NULL, transaction_id TEXT NOT NULL, revision INTEGER NOT NULL,
            PRIMARY KEY (app, position)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX queue_transaction ON queue (app, transaction_id);
        """
}
