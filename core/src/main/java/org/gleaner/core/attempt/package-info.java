/** How runs of a task end and what the server remembers of them. */
@NullMarked
package org.gleaner.core.attempt;

import org.jspecify.annotations.NullMarked;
