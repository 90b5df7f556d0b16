/** Tests of what is said to the grid. */
@NullMarked
package org.gleaner.core.grid;

import org.jspecify.annotations.NullMarked;
