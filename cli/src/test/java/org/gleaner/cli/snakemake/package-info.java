@NullMarked
package org.gleaner.cli.snakemake;

import org.jspecify.annotations.NullMarked;
