package org.gleaner.server.store;

import org.gleaner.core.store.Template;

/** A new SQLite store: bringing an empty file up to date takes most of a server's start. */
public final class FreshStore {
    public static final Template TEMPLATE =
            new Template(directory -> SqlStore.open(directory).close());

    private FreshStore() {}
}
