@NullMarked
package org.gleaner.cli;

import org.jspecify.annotations.NullMarked;
