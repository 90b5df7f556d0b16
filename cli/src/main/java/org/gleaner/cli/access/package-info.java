/** The client in the hands of a command: its server, and what it could not do, told with what to type next. */
@NullMarked
package org.gleaner.cli.access;

import org.jspecify.annotations.NullMarked;
