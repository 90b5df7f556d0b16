package org.gleaner.server.problem;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.BitSet;
import org.gleaner.core.job.Hosting;

/**
 * Which tasks are merged in a state: how the file of a state begins. What the host saved comes behind it, so that both
 * change together or not at all.
 */
final class Merged {
    private Merged() {}

    /** @param tasks no task has a higher number */
    static BitSet read(DataInputStream in, int tasks) throws IOException, HostFailed {
        if (in.readInt() != Hosting.STATE) {
            throw new HostFailed("The state it started with is not the state of a problem.", true);
        }
        int spans = in.readInt();
        BitSet merged = new BitSet();
        int last = 0;
        for (int i = 0; i < spans; i++) {
            int first = in.readInt();
            int end = in.readInt();
            if (first <= last || end < first || end > tasks) {
                throw new HostFailed("Its state names tasks that do not exist.", true);
            }
            merged.set(first, end + 1);
            last = end;
        }
        return merged;
    }

    static void write(DataOutputStream out, BitSet merged) throws IOException {
        out.writeInt(Hosting.STATE);
        out.writeInt(spans(merged));
        for (int first = merged.nextSetBit(0); first >= 0; ) {
            int end = merged.nextClearBit(first);
            out.writeInt(first);
            out.writeInt(end - 1);
            first = merged.nextSetBit(end);
        }
    }

    /** How many bytes that takes. */
    static long size(BitSet merged) {
        return 2L * Integer.BYTES + spans(merged) * 2L * Integer.BYTES;
    }

    private static int spans(BitSet merged) {
        int count = 0;
        for (int first = merged.nextSetBit(0); first >= 0; first = merged.nextSetBit(merged.nextClearBit(first))) {
            count++;
        }
        return count;
    }
}
