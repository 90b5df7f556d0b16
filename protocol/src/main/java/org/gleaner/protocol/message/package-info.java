/** What users and the server say to each other beyond the messages of {@code core}: pages, rows and requests. */
@NullMarked
package org.gleaner.protocol.message;

import org.jspecify.annotations.NullMarked;
