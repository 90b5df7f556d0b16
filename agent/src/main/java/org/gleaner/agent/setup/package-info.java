/** What is made once per machine for all tasks that name the same: archives unpacked, set-ups run. */
@NullMarked
package org.gleaner.agent.setup;

import org.jspecify.annotations.NullMarked;
