#!/bin/sh
# Computes one tile of a picture of the Mandelbrot set and writes it to tile.ppm, an image as plain text.
# Usage: sh tile.sh N FINE
#   N     which tile: the picture has 16 x 15 of 40 x 32 pixels, counted from 1, row by row
#   FINE  how fine: FINE x FINE samples make one pixel
set -eu

awk -v tile="$1" -v fine="$2" '
# From an angle in turns to the brightness of one colour.
function shade(turns) { return 127.5 + 127.5 * cos(6.283185307 * turns) }

BEGIN {
    across = 16; wide = 40; high = 32      # the tiles
    step = 0.0028 / 640                    # the size of one pixel in the plane
    limit = 1500                           # a point that stays near 0 this long belongs to the set

    left = -0.74514 + (tile - 1) % across * wide * step
    top = 0.13045 + int((tile - 1) / across) * high * step

    printf "P3\n%d %d\n255\n", wide, high
    for (y = 0; y < high; y++)
        for (x = 0; x < wide; x++) {
            red = green = blue = 0
            for (i = 0; i < fine * fine; i++) {
                cr = left + (x + (i % fine + 0.5) / fine) * step
                ci = top + (y + (int(i / fine) + 0.5) / fine) * step
                zr = zi = rr = ii = 0
                for (n = 0; n < limit && rr + ii < 256; n++) {
                    zi = 2 * zr * zi + ci
                    zr = rr - ii + cr
                    rr = zr * zr
                    ii = zi * zi
                }
                if (n < limit) {
                    t = log(n + 1 - log(log(rr + ii) / 2) / log(2))
                    red += shade(t); green += shade(t - 0.1); blue += shade(t - 0.25)
                }
            }
            i = fine * fine
            print int(red / i), int(green / i), int(blue / i)
        }
}' >tile.ppm
