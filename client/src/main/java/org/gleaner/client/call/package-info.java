/**
 * What people and their programs ask of a server, as the wire has it. The only package of the client that knows replies of
 * the grid.
 */
@NullMarked
package org.gleaner.client.call;

import org.jspecify.annotations.NullMarked;
