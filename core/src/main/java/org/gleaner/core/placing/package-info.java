/**
 * Which node gets which task: the groups of what is ready, shares and turns, what runs and may be copied, what is
 * observed of nodes and types. Its roster puts nodes, open jobs and settings together for whoever decides or answers;
 * changed by its writer alone. It must not know questions or the frame.
 */
@NullMarked
package org.gleaner.core.placing;

import org.jspecify.annotations.NullMarked;
