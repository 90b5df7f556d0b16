/** What people read and type. */
@NullMarked
package org.gleaner.cli.console;

import org.jspecify.annotations.NullMarked;
