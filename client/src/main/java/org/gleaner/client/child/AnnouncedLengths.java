package org.gleaner.client.child;

import java.io.ObjectInputFilter;
import org.jspecify.annotations.Nullable;

/**
 * What a stream of objects says of the lengths of its arrays, and of the tables of its collections, before they are
 * read: memory is taken at once for what is announced. Each element of an array has bytes of its own in the stream, so
 * all arrays together, nested ones too, are no larger than the stream. Confined to one object.
 */
final class AnnouncedLengths {
    /** A table of a collection is at most eight times as long as what is in it, of which each has several bytes. */
    private static final int REFERENCES_PER_BYTE = 4;

    /** A table has a least size, also for one element. */
    private static final long SLACK = 64;

    private long left;

    /** @param size of the stream, in bytes */
    AnnouncedLengths(long size) {
        this.left = size + SLACK;
    }

    /** Whether the stream can have what it announces; is asked about everything that the filter of a stream is. */
    boolean admits(ObjectInputFilter.FilterInfo seen) {
        if (seen.arrayLength() > 0) {
            left -= bytes(seen.serialClass(), seen.arrayLength());
        }
        return left >= 0;
    }

    /** The fewest that so many elements have in a stream. */
    private static long bytes(@Nullable Class<?> array, long length) {
        Class<?> element = array == null ? null : array.getComponentType();
        if (element == null || !element.isPrimitive()) {
            return length / REFERENCES_PER_BYTE;
        }
        if (element == long.class || element == double.class) {
            return length * Long.BYTES;
        }
        if (element == int.class || element == float.class) {
            return length * Integer.BYTES;
        }
        return element == short.class || element == char.class ? length * Short.BYTES : length;
    }
}
