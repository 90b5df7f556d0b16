/**
 * What a machine fetches to join the pool: the program itself, a script that installs it, the line that starts it; and
 * the plug-in for Snakemake.
 */
@NullMarked
package org.gleaner.server.join;

import org.jspecify.annotations.NullMarked;
