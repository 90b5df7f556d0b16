package org.gleaner.core.ahead;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * How far the open jobs of a {@link Part} are in one future. Tasks that stand for many are done at the same time, but
 * those that they stand for come in the order of their jobs: so it is noted when how many began and were done in all,
 * and a job is through when all up to its last one are. Confined to one thread.
 */
final class PartProgress {
    /** Sums of many parts of tasks are not exact. */
    private static final double ALMOST = 1e-3;

    /**
     * What changes at a time.
     *
     * @param running more or fewer machines do something for it
     * @param pace more or fewer tasks are done per millisecond
     * @param done so many are done at once
     */
    private record Mark(long at, int running, double pace, int done) {}

    private final Part part;
    private final double[] ran;
    private final List<Mark> marks = new ArrayList<>();
    private long begun = Course.NEVER;
    private long singleDone;
    private int singlesLeft;
    private int waiting;
    /** How many are done, and when each was, added up. */
    private int doneTasks;

    private double done;

    PartProgress(Part part) {
        this.part = part;
        this.ran = new double[part.singles()];
        for (int place = 1; place <= ran.length; place++) {
            ran[place - 1] = part.ran(place);
        }
        this.singlesLeft = ran.length;
        this.waiting = part.waiting();
    }

    /** Whether it can be done and is not. */
    boolean isOpen() {
        return singlesLeft + waiting > 0 && !part.stuck();
    }

    /** How long a task that stands for itself has run at least, in minutes normalised by speed. */
    double ran(int ordinal) {
        return ran[ordinal - 1];
    }

    void ranAtLeast(int ordinal, double minutes) {
        ran[ordinal - 1] = Math.max(ran[ordinal - 1], minutes);
    }

    /** A task begins that stands for itself. */
    void began(long at) {
        begun = Math.min(begun, Math.max(0, at));
    }

    /** A task begins that stands for many, or one more copy of it. */
    void beganLot(long at) {
        marks.add(new Mark(at, 1, 0, 0));
    }

    void endedLot(long at) {
        marks.add(new Mark(at, -1, 0, 0));
    }

    /** One that stands for itself is done. */
    void single(long at) {
        singlesLeft--;
        singleDone = Math.max(singleDone, at);
        doneTasks++;
        done += at;
    }

    /** So many of those that wait were done between these times. */
    void advanced(int tasks, long from, long to) {
        waiting -= tasks;
        doneTasks += tasks;
        done += tasks * (from + to) / 2.0;
        if (to > from) {
            double pace = (double) tasks / (to - from);
            marks.add(new Mark(from, 0, pace, 0));
            marks.add(new Mark(to, 0, -pace, 0));
        } else {
            marks.add(new Mark(to, 0, 0, tasks));
        }
    }

    void tell(Glimpse glimpse) {
        int members = part.members().size();
        long[] start = new long[members];
        long[] finish = new long[members];
        Arrays.fill(start, Course.NEVER);
        Arrays.fill(finish, Course.NEVER);
        if (part.waiting() > 0) {
            sweep(start, finish);
        }
        if (begun != Course.NEVER) {
            start[0] = Math.min(start[0], begun);
        }
        boolean firstWaits = part.end(0) > 0;
        finish[0] = singlesLeft > 0
                ? Course.NEVER
                : ran.length == 0 && firstWaits ? finish[0] : Math.max(firstWaits ? finish[0] : 0, singleDone);
        for (int member = 0; member < members; member++) {
            glimpse.note(part.members().get(member).job(), start[member], part.stuck() ? Course.NEVER : finish[member]);
        }
        glimpse.add(part.type().owner(), doneTasks, done);
    }

    /** Goes along the time and notes when enough has begun and is done for each job. */
    private void sweep(long[] start, long[] finish) {
        marks.sort(Comparator.comparingLong(Mark::at));
        double done = 0;
        double pace = 0;
        int running = 0;
        long at = 0;
        int begins = 0;
        int ends = 0;
        for (Mark mark : marks) {
            double then = done + pace * (mark.at() - at);
            // Where jobs wait for each other, nothing of the next one runs yet.
            int ahead = part.width() > 0 ? 0 : running;
            while (begins < start.length && part.begin(begins) < then + ahead) {
                start[begins] = when(part.begin(begins) - ahead, done, pace, at);
                begins++;
            }
            while (ends < finish.length && part.end(ends) <= then + ALMOST) {
                finish[ends] = Math.min(mark.at(), when(part.end(ends), done, pace, at));
                ends++;
            }
            done = then + mark.done();
            pace = Math.max(0, pace + mark.pace());
            running += mark.running();
            at = mark.at();
        }
        for (; waiting == 0 && ends < finish.length; ends++) {
            finish[ends] = at;
        }
        for (int member = 0; member < start.length; member++) {
            start[member] = Math.min(start[member], finish[member]);
        }
    }

    private static long when(double wanted, double done, double pace, long at) {
        return wanted <= done || pace == 0 ? at : at + Math.round((wanted - done) / pace);
    }
}
