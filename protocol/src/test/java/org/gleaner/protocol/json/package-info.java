/** Round trips of every message, and what becomes of malformed ones. */
@NullMarked
package org.gleaner.protocol.json;

import org.jspecify.annotations.NullMarked;
