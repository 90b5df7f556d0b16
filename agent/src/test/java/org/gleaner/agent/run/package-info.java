/** Tests of the package of the same name. */
@NullMarked
package org.gleaner.agent.run;

import org.jspecify.annotations.NullMarked;
