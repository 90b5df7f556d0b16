/** One class per verb; only that of the chosen verb is loaded. */
@NullMarked
package org.gleaner.cli.verb;

import org.jspecify.annotations.NullMarked;
