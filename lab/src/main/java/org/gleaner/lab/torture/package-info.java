/**
 * Torture with real processes: a server and agents that work while they are killed, stopped, cut off, run out of disk
 * or get another clock; then everything that happened is compared with what was promised. Knows the program only from
 * outside: by its command line, its HTTP interface, its files and its tables.
 */
@NullMarked
package org.gleaner.lab.torture;

import org.jspecify.annotations.NullMarked;
