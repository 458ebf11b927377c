// What a purchase costs in SQLite alone: a bare loop that writes the rows of a purchase, 64 purchases a transaction,
// with the schema and settings of SQLitePersistence. The reference for "purchases committed, durable, 64 callers".
//
// Usage: sqlite_rows DATABASE COUNT; prints the seconds it took. The database must not exist yet.
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { purchases_per_transaction = 64, customer_count = 64 };

// As in Sources/StorefrontPlugins/Persistence/SQLite/PersistenceSchema.swift.
static const char schema[] =
    "CREATE TABLE customers(\n"
    "    app TEXT NOT NULL, customer TEXT NOT NULL, version INTEGER NOT NULL, sequence INTEGER NOT NULL,\n"
    "    balances TEXT NOT NULL, due INTEGER,\n"
    "    PRIMARY KEY(app, customer)) STRICT, WITHOUT ROWID;\n"
    "CREATE INDEX customers_due ON customers(app, due) WHERE due IS NOT NULL;\n"
    "CREATE TABLE chains(\n"
    "    app TEXT NOT NULL, store TEXT NOT NULL, environment TEXT NOT NULL, original_id TEXT NOT NULL,\n"
    "    customer TEXT NOT NULL, entitles INTEGER NOT NULL, product TEXT NOT NULL, type TEXT NOT NULL,\n"
    "    renews INTEGER NOT NULL, \"group\" TEXT, period TEXT, entitlements TEXT NOT NULL,\n"
    "    transaction_id TEXT NOT NULL, revision INTEGER NOT NULL, quantity INTEGER NOT NULL,\n"
    "    purchased_at INTEGER NOT NULL, expires_at INTEGER, revoked_at INTEGER, granted TEXT NOT NULL,\n"
    "    told TEXT NOT NULL, end_told INTEGER,\n"
    "    PRIMARY KEY(app, store, environment, original_id)) STRICT, WITHOUT ROWID;\n"
    "CREATE INDEX chains_entitling ON chains(app, customer) WHERE entitles = 1;\n"
    "CREATE TABLE ledger(\n"
    "    position INTEGER PRIMARY KEY, app TEXT NOT NULL, store TEXT NOT NULL, environment TEXT NOT NULL,\n"
    "    transaction_id TEXT NOT NULL, kind TEXT NOT NULL, revision INTEGER NOT NULL, original_id TEXT NOT NULL,\n"
    "    customer TEXT NOT NULL, buyer TEXT, order_key TEXT, product TEXT NOT NULL, quantity INTEGER NOT NULL,\n"
    "    purchased_at INTEGER NOT NULL, expires_at INTEGER, revoked_at INTEGER, ownership TEXT NOT NULL,\n"
    "    offer TEXT, price INTEGER, currency TEXT, terms TEXT NOT NULL, cause TEXT NOT NULL,\n"
    "    recorded_at INTEGER NOT NULL, balances TEXT,\n"
    "    UNIQUE(app, store, environment, transaction_id, kind, revision)) STRICT;\n"
    "CREATE INDEX ledger_app ON ledger(app);\n"
    "CREATE INDEX ledger_customer ON ledger(app, customer);\n"
    "CREATE TABLE sold_products(\n"
    "    app TEXT NOT NULL, product TEXT NOT NULL, type TEXT NOT NULL,\n"
    "    PRIMARY KEY(app, product)) STRICT, WITHOUT ROWID;\n"
    "CREATE TABLE events(\n"
    "    position INTEGER PRIMARY KEY, app TEXT NOT NULL, id TEXT NOT NULL, type TEXT NOT NULL,\n"
    "    customer TEXT NOT NULL, environment TEXT NOT NULL, sequence INTEGER NOT NULL, cause TEXT NOT NULL,\n"
    "    occurred_at INTEGER NOT NULL, recorded_at INTEGER NOT NULL, data TEXT NOT NULL,\n"
    "    UNIQUE(app, id)) STRICT;\n"
    "CREATE INDEX events_app ON events(app);\n"
    "CREATE TABLE outbox(\n"
    "    app TEXT NOT NULL, receiver TEXT NOT NULL, customer TEXT NOT NULL, sequence INTEGER NOT NULL,\n"
    "    event INTEGER NOT NULL, tries INTEGER NOT NULL, due INTEGER NOT NULL, holder TEXT, leased_until INTEGER,\n"
    "    wake INTEGER, failed_at INTEGER, last_error TEXT,\n"
    "    PRIMARY KEY(app, receiver, customer, sequence)) STRICT, WITHOUT ROWID;\n"
    "CREATE INDEX outbox_wake ON outbox(app, receiver, wake, event) WHERE wake IS NOT NULL;\n"
    "CREATE TABLE dead_letters(\n"
    "    app TEXT NOT NULL, receiver TEXT NOT NULL, customer TEXT NOT NULL, sequence INTEGER NOT NULL,\n"
    "    event INTEGER NOT NULL, failed_at INTEGER NOT NULL, last_error TEXT NOT NULL,\n"
    "    PRIMARY KEY(app, receiver, customer, sequence)) STRICT, WITHOUT ROWID;\n"
    "CREATE TABLE attempts(\n"
    "    app TEXT NOT NULL, customer TEXT NOT NULL, key TEXT NOT NULL, product TEXT NOT NULL,\n"
    "    quantity INTEGER NOT NULL, offer TEXT, state TEXT NOT NULL, is_open INTEGER NOT NULL,\n"
    "    transaction_id TEXT, revision INTEGER, failure TEXT, holder TEXT NOT NULL, ordered_at INTEGER NOT NULL,\n"
    "    PRIMARY KEY(app, customer, key)) STRICT, WITHOUT ROWID;\n"
    "CREATE INDEX attempts_open ON attempts(app, customer) WHERE is_open = 1;\n"
    "CREATE TABLE finishes(\n"
    "    app TEXT NOT NULL, store TEXT NOT NULL, environment TEXT NOT NULL, transaction_id TEXT NOT NULL,\n"
    "    customer TEXT NOT NULL, product TEXT NOT NULL, since INTEGER NOT NULL, tries INTEGER NOT NULL,\n"
    "    due INTEGER NOT NULL, last_error TEXT,\n"
    "    PRIMARY KEY(app, store, environment, transaction_id)) STRICT, WITHOUT ROWID;\n"
    "CREATE TABLE listeners(\n"
    "    app TEXT NOT NULL, name TEXT NOT NULL, events TEXT NOT NULL,\n"
    "    PRIMARY KEY(app, name)) STRICT, WITHOUT ROWID;\n";

static sqlite3 *database;

static void check(int code) {
    if (code == SQLITE_OK || code == SQLITE_DONE) return;
    fprintf(stderr, "sqlite_rows: %s\n", sqlite3_errmsg(database));
    exit(1);
}

static sqlite3_stmt *prepared(const char *sql) {
    sqlite3_stmt *statement;
    check(sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL));
    return statement;
}

static void text(sqlite3_stmt *statement, int index, const char *value) {
    if (value) check(sqlite3_bind_text(statement, index, value, (int)strlen(value), SQLITE_STATIC));
}

static void number(sqlite3_stmt *statement, int index, sqlite3_int64 value) {
    check(sqlite3_bind_int64(statement, index, value));
}

static void run(sqlite3_stmt *statement) {
    check(sqlite3_step(statement));
    check(sqlite3_reset(statement));
}

static const char app[] = "com.acme.wordgame", store[] = "sandbox", terms[] =
    "{\"type\":\"consumable\",\"renews\":false,\"entitlements\":[],\"grants\":[{\"unit\":\"coins\",\"amount\":100}]}";
static const sqlite3_int64 now = 1796000000000;

static const char data_format[] =
    "{\"transaction\":{\"id\":\"%s\",\"originalId\":\"%s\",\"product\":\"coins100\",\"customer\":\"%s\","
    "\"quantity\":1,\"kind\":\"purchased\",\"purchasedAt\":\"2026-11-30T07:46:40.000Z\",\"price\":{\"amount\":"
    "\"0.99\",\"currency\":\"USD\",\"minorUnits\":99},\"app\":\"com.acme.wordgame\",\"store\":\"sandbox\","
    "\"environment\":\"sandbox\",\"revision\":1796000000000,\"ownership\":\"purchased\"},\"balances\":{\"coins\":%lld}}";

int main(int count, char **arguments) {
    if (count != 3) return fprintf(stderr, "usage: sqlite_rows DATABASE COUNT\n"), 2;
    const long purchases = atol(arguments[2]);
    check(sqlite3_open_v2(arguments[1], &database,
        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL));
    check(sqlite3_exec(database, "PRAGMA synchronous=FULL; PRAGMA cache_size=-16000; PRAGMA journal_mode=WAL", 0, 0, 0));
    check(sqlite3_exec(database, schema, NULL, NULL, NULL));

    sqlite3_stmt *begin = prepared("BEGIN IMMEDIATE"), *commit = prepared("COMMIT");
    sqlite3_stmt *attempt = prepared("INSERT INTO attempts VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?)");
    sqlite3_stmt *entry = prepared(
        "INSERT INTO ledger VALUES(NULL,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
    sqlite3_stmt *chain = prepared("INSERT INTO chains VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
    sqlite3_stmt *customer = prepared("INSERT INTO customers VALUES(?,?,1,2,?,NULL) ON CONFLICT(app, customer) "
        "DO UPDATE SET version=version+1, sequence=sequence+2, balances=excluded.balances, due=excluded.due");
    sqlite3_stmt *event = prepared("INSERT INTO events VALUES(NULL,?,?,?,?,?,?,?,?,?,?)");
    sqlite3_stmt *sold = prepared("INSERT OR IGNORE INTO sold_products VALUES(?,?,?)");
    sqlite3_stmt *finish = prepared("INSERT INTO finishes VALUES(?,?,?,?,?,?,?,?,?,?)");
    sqlite3_stmt *completed = prepared("UPDATE attempts SET state='completed', is_open=0, transaction_id=?, revision=? "
        "WHERE app=? AND customer=? AND key=?");
    sqlite3_stmt *finished = prepared(
        "DELETE FROM finishes WHERE app=? AND store=? AND environment=? AND transaction_id=?");

    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    char who[32], key[64], id[64], told[96], balances[64], data[1024], name[64];
    for (long first = 0; first < purchases; first += purchases_per_transaction) {
        // A purchase commits three times: the order is written down, the purchase delivered, the finish forgotten.
        long last = first + purchases_per_transaction < purchases ? first + purchases_per_transaction : purchases;
        run(begin);
        for (long index = first; index < last; index++) {
            snprintf(who, sizeof who, "customer-%ld", index % customer_count);
            snprintf(key, sizeof key, "key-%016lx-%ld", index * 2654435761u % 4294967296u, index);
            text(attempt, 1, app), text(attempt, 2, who), text(attempt, 3, key), text(attempt, 4, "coins100");
            number(attempt, 5, 1), text(attempt, 7, "ordered"), number(attempt, 8, 1);
            text(attempt, 12, "host-4711-1"), number(attempt, 13, now + index);
            run(attempt);
        }
        run(commit);
        run(begin);
        for (long index = first; index < last; index++) {
            long long balance = (index / customer_count + 1) * 100;
            snprintf(who, sizeof who, "customer-%ld", index % customer_count);
            snprintf(key, sizeof key, "key-%016lx-%ld", index * 2654435761u % 4294967296u, index);
            snprintf(id, sizeof id, "tx_%016lx%ld", index * 2654435761u % 4294967296u, index);
            snprintf(told, sizeof told, "[\"purchased %s\"]", id);
            snprintf(balances, sizeof balances, "{\"coins\":%lld}", balance);
            snprintf(data, sizeof data, data_format, id, id, who, balance);
            text(entry, 1, app), text(entry, 2, store), text(entry, 3, store), text(entry, 4, id);
            text(entry, 5, "purchased"), number(entry, 6, now), text(entry, 7, id), text(entry, 8, who);
            text(entry, 9, who), text(entry, 10, key), text(entry, 11, "coins100"), number(entry, 12, 1);
            number(entry, 13, now), text(entry, 16, "purchased"), number(entry, 18, 99), text(entry, 19, "USD");
            text(entry, 20, terms), text(entry, 21, "client"), number(entry, 22, now);
            run(entry);
            text(chain, 1, app), text(chain, 2, store), text(chain, 3, store), text(chain, 4, id);
            text(chain, 5, who), number(chain, 6, 0), text(chain, 7, "coins100"), text(chain, 8, "consumable");
            number(chain, 9, 0), text(chain, 12, "[]"), text(chain, 13, id), number(chain, 14, now);
            number(chain, 15, 1), number(chain, 16, now), text(chain, 19, "[{\"unit\":\"coins\",\"amount\":100}]");
            text(chain, 20, told);
            run(chain);
            text(customer, 1, app), text(customer, 2, who), text(customer, 3, balances);
            run(customer);
            for (int which = 0; which < 2; which++) {
                snprintf(name, sizeof name, "evt_%016lx%ld%d", index * 2654435761u % 4294967296u, index, which);
                text(event, 1, app), text(event, 2, name);
                text(event, 3, which ? "balance.changed" : "purchase.completed"), text(event, 4, who);
                text(event, 5, store), number(event, 6, index / customer_count * 2 + which + 1);
                text(event, 7, "client"), number(event, 8, now), number(event, 9, now), text(event, 10, data);
                run(event);
            }
            text(sold, 1, app), text(sold, 2, "coins100"), text(sold, 3, "consumable");
            run(sold);
            text(finish, 1, app), text(finish, 2, store), text(finish, 3, store), text(finish, 4, id);
            text(finish, 5, who), text(finish, 6, "coins100"), number(finish, 7, now), number(finish, 8, 0);
            number(finish, 9, now);
            run(finish);
            text(completed, 1, id), number(completed, 2, now), text(completed, 3, app), text(completed, 4, who);
            text(completed, 5, key);
            run(completed);
        }
        run(commit);
        run(begin);
        for (long index = first; index < last; index++) {
            snprintf(id, sizeof id, "tx_%016lx%ld", index * 2654435761u % 4294967296u, index);
            text(finished, 1, app), text(finished, 2, store), text(finished, 3, store), text(finished, 4, id);
            run(finished);
        }
        run(commit);
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%.6f\n", (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) / 1e9);
    return 0;
}
