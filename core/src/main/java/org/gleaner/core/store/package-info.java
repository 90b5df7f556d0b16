/** The port to durable storage: tables that every event is projected onto, and how the state is built from them. */
@NullMarked
package org.gleaner.core.store;

import org.jspecify.annotations.NullMarked;
