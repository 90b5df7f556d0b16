/** Which language runtimes the machine has, and of which versions. Knows nothing of tasks and of the server. */
@NullMarked
package org.gleaner.agent.runtime;

import org.jspecify.annotations.NullMarked;
