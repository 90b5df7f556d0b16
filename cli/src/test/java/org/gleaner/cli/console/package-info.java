@NullMarked
package org.gleaner.cli.console;

import org.jspecify.annotations.NullMarked;
