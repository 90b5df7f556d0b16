/** Housekeeping against a real disk. */
@NullMarked
package org.gleaner.server.retention;

import org.jspecify.annotations.NullMarked;
