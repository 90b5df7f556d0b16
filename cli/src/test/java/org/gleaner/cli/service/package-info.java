@NullMarked
package org.gleaner.cli.service;

import org.jspecify.annotations.NullMarked;
