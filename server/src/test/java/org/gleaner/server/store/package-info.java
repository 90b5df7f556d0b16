/** The contract on the real database, and what only a file can suffer. */
@NullMarked
package org.gleaner.server.store;

import org.jspecify.annotations.NullMarked;
