@NullMarked
package org.gleaner.client.description;

import org.jspecify.annotations.NullMarked;
