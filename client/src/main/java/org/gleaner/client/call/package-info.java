/**
 * What people and their programs ask of a server, as the wire has it. The only package of the client that knows what
 * the grid replies.
 */
@NullMarked
package org.gleaner.client.call;

import org.jspecify.annotations.NullMarked;
