/** The agent's behaviour as pure logic: inputs in, effects out; the shell around it is another module's. */
@NullMarked
package org.gleaner.core.agent;

import org.jspecify.annotations.NullMarked;
