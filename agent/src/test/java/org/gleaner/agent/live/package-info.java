/** Tests of what is shown of attempts that run. */
@NullMarked
package org.gleaner.agent.live;

import org.jspecify.annotations.NullMarked;
