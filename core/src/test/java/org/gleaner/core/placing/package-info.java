/** Tests of the state machine. */
@NullMarked
package org.gleaner.core.placing;

import org.jspecify.annotations.NullMarked;
