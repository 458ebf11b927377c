// Why a shim: SQLITE_TRANSIENT is a cast of -1 to a function pointer, which Swift does not import.
#include <sqlite3.h>

static inline sqlite3_destructor_type storefront_sqlite_transient(void) { return SQLITE_TRANSIENT; }
