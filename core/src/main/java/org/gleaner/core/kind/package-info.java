/** Telling the kinds of a sealed type apart, all of them; knows nothing of any. */
@NullMarked
package org.gleaner.core.kind;

import org.jspecify.annotations.NullMarked;
