/** Tests of the package of the same name. */
@NullMarked
package org.gleaner.agent.disk;

import org.jspecify.annotations.NullMarked;
