/** The agent as a service of its machine: its program's files, the unit that starts it, and how both go away again. */
@NullMarked
package org.gleaner.agent.install;

import org.jspecify.annotations.NullMarked;
