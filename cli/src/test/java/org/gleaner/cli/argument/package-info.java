@NullMarked
package org.gleaner.cli.argument;

import org.jspecify.annotations.NullMarked;
