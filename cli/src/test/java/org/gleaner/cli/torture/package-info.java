/** Tests of the torture: that it can find what it looks for. */
@NullMarked
package org.gleaner.cli.torture;

import org.jspecify.annotations.NullMarked;
