/** Where the server is, and with which token a person speaks to it. */
@NullMarked
package org.gleaner.client.access;

import org.jspecify.annotations.NullMarked;
