/** Programs that the larger commands start beside them, and ports for them. */
@NullMarked
package org.gleaner.lab.child;

import org.jspecify.annotations.NullMarked;
