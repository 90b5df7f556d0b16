/** Tests of what travels between the programs. */
@NullMarked
package org.gleaner.protocol;

import org.jspecify.annotations.NullMarked;
