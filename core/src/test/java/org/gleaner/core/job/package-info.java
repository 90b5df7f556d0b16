/** Tests of the values that describe work. */
@NullMarked
package org.gleaner.core.job;

import org.jspecify.annotations.NullMarked;
