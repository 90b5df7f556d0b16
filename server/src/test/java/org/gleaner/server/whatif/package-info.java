@NullMarked
package org.gleaner.server.whatif;

import org.jspecify.annotations.NullMarked;
