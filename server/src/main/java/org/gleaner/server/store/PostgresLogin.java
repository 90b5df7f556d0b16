package org.gleaner.server.store;

import org.jspecify.annotations.Nullable;

/**
 * Where a PostgreSQL database is and how to be let in.
 *
 * @param password null leaves it to the driver, which looks into PGPASSFILE or ~/.pgpass
 */
public record PostgresLogin(
        PostgresAddress address, @Nullable String password) {
    /** Without the password: this may end in a log. */
    @Override
    public String toString() {
        return address.toString();
    }
}
