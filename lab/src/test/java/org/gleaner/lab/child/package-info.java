/** Programs that larger commands start, and what they leave. */
@NullMarked
package org.gleaner.lab.child;

import org.jspecify.annotations.NullMarked;
