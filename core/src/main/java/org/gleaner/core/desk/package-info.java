/**
 * Between a caller and the state machine: what a command needs of the store before it is decided, and its reply
 * afterwards. The server and the simulation both drive it; it must not know HTTP, threads or virtual time.
 */
@NullMarked
package org.gleaner.core.desk;

import org.jspecify.annotations.NullMarked;
