/**
 * Messages as JSON, written and read by hand on a token stream: no reflection, so that a command line call starts fast
 * and a report costs the server little. Readers ignore fields that they do not know and trust nothing else.
 */
@NullMarked
package org.gleaner.protocol.json;

import org.jspecify.annotations.NullMarked;
