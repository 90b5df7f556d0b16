/** Runs Snakemake's jobs on machines that share no directory with it: files travel, results come back. */
@NullMarked
package org.gleaner.cli.snakemake;

import org.jspecify.annotations.NullMarked;
