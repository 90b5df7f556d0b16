/** Tests of the package of the same name. */
@NullMarked
package org.gleaner.agent;

import org.jspecify.annotations.NullMarked;
