package org.gleaner.client.child;

/** All tests of a module share those that were lost: who counts them begins when the last one has come back. */
public final class NoLostReaders {
    private NoLostReaders() {}

    /** Returns once none is left of the tests before, which have let them go. */
    public static void await() throws InterruptedException {
        while (!LostReaders.areNone()) {
            if (Thread.interrupted()) {
                throw new InterruptedException("some were never let go");
            }
            Thread.onSpinWait();
        }
    }
}
