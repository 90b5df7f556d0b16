/**
 * Who may call: tokens, the people behind them, and what is decided about both. It must not know what jobs and nodes
 * are doing, only who has open jobs.
 */
@NullMarked
package org.gleaner.core.access;

import org.jspecify.annotations.NullMarked;
