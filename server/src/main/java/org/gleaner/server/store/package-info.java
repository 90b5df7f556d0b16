/** The grid's hard facts in one SQLite file. Knows rows and files; knows no rule of the grid and no wire format. */
@NullMarked
package org.gleaner.server.store;

import org.jspecify.annotations.NullMarked;
