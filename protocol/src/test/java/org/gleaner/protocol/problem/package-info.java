/** Every problem has its row and its golden form. */
@NullMarked
package org.gleaner.protocol.problem;

import org.jspecify.annotations.NullMarked;
