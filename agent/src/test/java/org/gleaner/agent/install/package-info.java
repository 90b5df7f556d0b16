/** Installing and removing, with a fake of the system's commands and the real files. */
@NullMarked
package org.gleaner.agent.install;

import org.jspecify.annotations.NullMarked;
