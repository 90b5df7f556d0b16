package org.gleaner.client.child;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import org.jspecify.annotations.Nullable;

/** Reads one object with the classes of a given loader and within bounds. */
public final class ObjectReader {
    private static final long DEEPEST = 1_000;
    private static final long MOST_REFERENCES = 50_000_000;

    private ObjectReader() {}

    /** Admits every class, within bounds. */
    static ObjectInputFilter.Status withinBounds(ObjectInputFilter.FilterInfo seen) {
        boolean large = seen.depth() > DEEPEST
                || seen.references() > MOST_REFERENCES
                || seen.arrayLength() > OutcomeFile.LARGEST;
        return large ? ObjectInputFilter.Status.REJECTED : ObjectInputFilter.Status.UNDECIDED;
    }

    /**
     * @param loader null: the JDK's own
     * @param filter says yes or no to classes; that the bounds hold is checked before it is asked
     */
    public static @Nullable Object read(byte[] bytes, @Nullable ClassLoader loader, ObjectInputFilter filter)
            throws IOException, ClassNotFoundException {
        try (Stream in = new Stream(new ByteArrayInputStream(bytes), loader)) {
            AnnouncedLengths announced = new AnnouncedLengths(bytes.length);
            in.setObjectInputFilter(
                    seen -> announced.admits(seen) && withinBounds(seen) != ObjectInputFilter.Status.REJECTED
                            ? filter.checkInput(seen)
                            : ObjectInputFilter.Status.REJECTED);
            return in.readObject();
        }
    }

    /** The JDK's own takes the loader of whoever calls it. */
    private static final class Stream extends ObjectInputStream {
        private final @Nullable ClassLoader loader;

        Stream(InputStream in, @Nullable ClassLoader loader) throws IOException {
            super(in);
            this.loader = loader;
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
            try {
                return Class.forName(description.getName(), false, loader);
            } catch (ClassNotFoundException primitive) {
                // It knows the names of primitive types.
                return super.resolveClass(description);
            }
        }
    }
}
