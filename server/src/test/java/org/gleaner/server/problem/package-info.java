@NullMarked
package org.gleaner.server.problem;

import org.jspecify.annotations.NullMarked;
