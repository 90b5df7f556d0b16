/** The agent's command line, on its own or as a part of the whole program: only here are words and people known. */
@NullMarked
package org.gleaner.agent.verb;

import org.jspecify.annotations.NullMarked;
