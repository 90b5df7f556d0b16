/** Tests of the package of the same name. */
@NullMarked
package org.gleaner.agent.setup;

import org.jspecify.annotations.NullMarked;
