/** Tests of virtual time. */
@NullMarked
package org.gleaner.core.ahead;

import org.jspecify.annotations.NullMarked;
