/** Tests of the package of the same name. */
@NullMarked
package org.gleaner.agent.machine;

import org.jspecify.annotations.NullMarked;
