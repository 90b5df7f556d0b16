/** Tests of when the server looks ahead. */
@NullMarked
package org.gleaner.server.forecast;

import org.jspecify.annotations.NullMarked;
