/**
 * The facts of {@code core} in words for people: the one home of every sentence about a refusal, a reason, a change or
 * a setting. Names no command, button or method: these belong to whoever shows the text.
 */
@NullMarked
package org.gleaner.protocol.wording;

import org.jspecify.annotations.NullMarked;
