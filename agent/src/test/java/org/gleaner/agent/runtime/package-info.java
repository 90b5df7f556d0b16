/** Tests of how runtimes are found. */
@NullMarked
package org.gleaner.agent.runtime;

import org.jspecify.annotations.NullMarked;
