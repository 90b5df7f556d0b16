package org.gleaner.client.executor;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Results that nobody comes to an end with. */
public final class SlowToRead {
    private SlowToRead() {}

    /** Stands still while it is read, interrupted or not, until it is let go: as if it computed. */
    public static final class Endless implements Serializable {
        private static final long serialVersionUID = 1;
        private static final Semaphore BEGUN = new Semaphore(0);
        private static volatile CountDownLatch end = new CountDownLatch(1);

        /** Those that are read from now on stand still. */
        public static void hold() {
            BEGUN.drainPermits();
            end = new CountDownLatch(1);
        }

        /** Returns when one more is being read. */
        public static void awaitBegun() throws InterruptedException {
            if (!BEGUN.tryAcquire(2, TimeUnit.MINUTES)) {
                throw new AssertionError("nothing more is being read");
            }
        }

        public static void letGo() {
            end.countDown();
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            BEGUN.release();
            boolean ended = false;
            while (!ended) {
                try {
                    end.await();
                    ended = true;
                } catch (InterruptedException never) {
                    // Whoever computes would not notice either.
                    ended = false;
                }
            }
        }
    }

    /** Sets that contain each other's sets: to find the hash of the outermost takes two to the power of this. */
    public static Set<Object> sets(int depth) {
        Set<Object> root = new HashSet<>();
        Set<Object> one = root;
        Set<Object> other = new HashSet<>();
        for (int i = 0; i < depth; i++) {
            Set<Object> first = new HashSet<>(Set.of("one"));
            Set<Object> second = new HashSet<>();
            one.add(first);
            one.add(second);
            other.add(first);
            other.add(second);
            one = first;
            other = second;
        }
        return root;
    }
}
