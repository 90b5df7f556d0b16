/** What people see of an attempt while it runs. It never delays the attempt, and its commit never waits for it. */
@NullMarked
package org.gleaner.agent.live;

import org.jspecify.annotations.NullMarked;
