/** Tests of the torture: that it can find what it looks for. */
@NullMarked
package org.gleaner.lab.torture;

import org.jspecify.annotations.NullMarked;
