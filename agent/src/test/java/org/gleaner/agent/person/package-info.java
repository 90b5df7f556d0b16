/** Tests of the package of the same name. */
@NullMarked
package org.gleaner.agent.person;

import org.jspecify.annotations.NullMarked;
