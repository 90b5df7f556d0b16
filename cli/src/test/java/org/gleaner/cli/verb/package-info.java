@NullMarked
package org.gleaner.cli.verb;

import org.jspecify.annotations.NullMarked;
