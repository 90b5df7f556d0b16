/** Content by its hash, in plain files. Knows neither who may read it nor how it travels. */
@NullMarked
package org.gleaner.server.blob;

import org.jspecify.annotations.NullMarked;
