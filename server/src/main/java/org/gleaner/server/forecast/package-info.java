/**
 * When jobs will be done: follows every image of the pool, and looks ahead from time to time on a thread of its own,
 * with a small part of one processor. Knows no store, no routes and no owners.
 */
@NullMarked
package org.gleaner.server.forecast;

import org.jspecify.annotations.NullMarked;
