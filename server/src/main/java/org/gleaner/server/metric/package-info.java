/** Numbers for Prometheus; no owner's name is among them. */
@NullMarked
package org.gleaner.server.metric;

import org.jspecify.annotations.NullMarked;
