/** Files of the person who calls: found, hashed, sent, remembered, fetched. */
@NullMarked
package org.gleaner.client.file;

import org.jspecify.annotations.NullMarked;
