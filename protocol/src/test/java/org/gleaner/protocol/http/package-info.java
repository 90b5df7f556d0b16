/** The client against a real server socket. */
@NullMarked
package org.gleaner.protocol.http;

import org.jspecify.annotations.NullMarked;
