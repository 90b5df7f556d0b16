/** The server as a service of its machine. */
@NullMarked
package org.gleaner.cli.service;

import org.jspecify.annotations.NullMarked;
