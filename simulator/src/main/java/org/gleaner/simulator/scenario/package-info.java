/** What strategies are tried on: machines that come and go, and work that arrives. Knows no scheduling. */
@NullMarked
package org.gleaner.simulator.scenario;

import org.jspecify.annotations.NullMarked;
