/**
 * The grid's hard facts in an SQL database: an SQLite file or a PostgreSQL server. Knows rows and files; knows no rule
 * of the grid and no wire format.
 */
@NullMarked
package org.gleaner.server.store;

import org.jspecify.annotations.NullMarked;
