@NullMarked
package org.gleaner.client.executor;

import org.jspecify.annotations.NullMarked;
