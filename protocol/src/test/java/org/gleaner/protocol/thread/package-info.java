@NullMarked
package org.gleaner.protocol.thread;

import org.jspecify.annotations.NullMarked;
