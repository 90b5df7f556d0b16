/** What simulations print, and what they refuse. */
@NullMarked
package org.gleaner.cli.simulate;

import org.jspecify.annotations.NullMarked;
