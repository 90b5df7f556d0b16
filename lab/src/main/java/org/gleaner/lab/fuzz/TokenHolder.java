package org.gleaner.lab.fuzz;

import java.util.List;

/** Whose token is sent. */
enum TokenHolder {
    ADMIN,
    ANN,
    BOB,
    JOIN,
    NODE,
    /** A token that looks like one and is none. */
    STRANGER,
    /** No token at all. */
    NOBODY;

    static final List<TokenHolder> ALL = List.of(values());
}
