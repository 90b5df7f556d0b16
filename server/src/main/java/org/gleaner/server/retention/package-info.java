/** Housekeeping beside the loop: what is old goes, and content that nobody names. Knows the loop, stores and blobs. */
@NullMarked
package org.gleaner.server.retention;

import org.jspecify.annotations.NullMarked;
