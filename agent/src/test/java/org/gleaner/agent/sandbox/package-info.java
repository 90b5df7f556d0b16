/** Tests of the package of the same name. */
@NullMarked
package org.gleaner.agent.sandbox;

import org.jspecify.annotations.NullMarked;
