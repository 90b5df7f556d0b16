@NullMarked
package org.gleaner.client.call;

import org.jspecify.annotations.NullMarked;
