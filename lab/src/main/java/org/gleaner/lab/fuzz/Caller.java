package org.gleaner.lab.fuzz;

import java.util.List;

/** Whose token is sent. */
enum Caller {
    ADMIN,
    ANN,
    BOB,
    JOIN,
    NODE,
    /** A token that looks like one and is none. */
    STRANGER,
    /** No token at all. */
    NOBODY;

    static final List<Caller> ALL = List.of(values());
}
