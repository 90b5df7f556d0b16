/** Programs that larger commands start, and what they leave. */
@NullMarked
package org.gleaner.cli.child;

import org.jspecify.annotations.NullMarked;
