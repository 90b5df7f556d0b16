/** The simulated world on the command line. */
@NullMarked
package org.gleaner.cli.simulate;

import org.jspecify.annotations.NullMarked;
