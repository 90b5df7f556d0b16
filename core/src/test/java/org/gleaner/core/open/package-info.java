/** Tests of open jobs. */
@NullMarked
package org.gleaner.core.open;

import org.jspecify.annotations.NullMarked;
