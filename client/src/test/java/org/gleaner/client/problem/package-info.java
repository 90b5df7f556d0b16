@NullMarked
package org.gleaner.client.problem;

import org.jspecify.annotations.NullMarked;
