/** Tests of what is remembered of attempts. */
@NullMarked
package org.gleaner.core.attempt;

import org.jspecify.annotations.NullMarked;
