package org.gleaner.lab.torture;

import java.util.SortedMap;
import java.util.TreeMap;
import org.gleaner.core.id.JobId;
import org.jspecify.annotations.Nullable;

/** What a customer asked for and what it was told. Confined to its customer. */
final class Story {
    /** What shall have become of the job. */
    enum End {
        KEPT,
        CANCELLED,
        DELETED
    }

    private final Work work;
    private @Nullable JobId job;
    private boolean acknowledged;
    private End wanted = End.KEPT;
    private boolean settled;
    private int done;
    private SortedMap<Integer, SortedMap<String, String>> seen = new TreeMap<>();

    Story(Work work) {
        this.work = work;
    }

    Work work() {
        return work;
    }

    /** Null as long as nobody has told. */
    @Nullable
    JobId job() {
        return job;
    }

    boolean isAcknowledged() {
        return acknowledged;
    }

    void acknowledge(JobId number) {
        job = number;
        acknowledged = true;
    }

    /** It is there although nobody has told its customer. */
    void find(JobId number) {
        job = number;
    }

    End wanted() {
        return wanted;
    }

    void want(End end) {
        wanted = end;
    }

    /** Whether what was wanted was acknowledged, or nothing more was. */
    boolean isSettled() {
        return settled;
    }

    void settle() {
        settled = true;
    }

    /** How many more tasks are done than when it was asked before. */
    int seeDone(int tasks) {
        int more = Math.max(0, tasks - done);
        done += more;
        return more;
    }

    SortedMap<Integer, SortedMap<String, String>> seen() {
        return seen;
    }

    void see(SortedMap<Integer, SortedMap<String, String>> outputs) {
        seen = outputs;
    }
}
