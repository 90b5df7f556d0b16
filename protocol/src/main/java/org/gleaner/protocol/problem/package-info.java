/** Refusals and failures as they travel: RFC 9457 problems with stable codes. */
@NullMarked
package org.gleaner.protocol.problem;

import org.jspecify.annotations.NullMarked;
