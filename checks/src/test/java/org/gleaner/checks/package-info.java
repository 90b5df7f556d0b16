/** Rules over the whole source tree, and tests of the built programs. Nothing may depend on it. */
@NullMarked
package org.gleaner.checks;

import org.jspecify.annotations.NullMarked;
