/**
 * When jobs will be done: follows every image of the pool, and looks ahead from time to time on a thread of its own,
 * with a small part of one processor. Some of what is said is kept and compared with the truth once that is known.
 * Knows no store but the shelf on which it is kept, and no routes.
 */
@NullMarked
package org.gleaner.server.forecast;

import org.jspecify.annotations.NullMarked;
