/** Tests of what strategies choose. */
@NullMarked
package org.gleaner.core.scheduling;

import org.jspecify.annotations.NullMarked;
