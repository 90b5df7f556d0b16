/** Names of things: small values that are compared, written and read back, and know nothing else. */
@NullMarked
package org.gleaner.core.id;

import org.jspecify.annotations.NullMarked;
