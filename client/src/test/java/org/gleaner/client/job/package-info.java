@NullMarked
package org.gleaner.client.job;

import org.jspecify.annotations.NullMarked;
