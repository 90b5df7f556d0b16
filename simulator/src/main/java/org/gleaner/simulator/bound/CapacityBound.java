package org.gleaner.simulator.bound;

import java.util.List;
import java.util.PriorityQueue;
import org.gleaner.simulator.scenario.Batch;
import org.gleaner.simulator.scenario.Trial;
import org.gleaner.simulator.scenario.TrialMachine;
import org.gleaner.simulator.scenario.UpWindows;

/**
 * Sweeps over time and adds up what the machines could do. Whatever arrives from some moment on must be done after it:
 * the sum at the end is at least that at the moment plus this work, for each moment of arrival. The largest of these
 * sums is the goal, and the bound is when it is reached. Used once.
 */
final class CapacityBound {
    private final Trial trial;
    private final PriorityQueue<Turn> turns = new PriorityQueue<>();
    private long now;
    private double speed;
    private double done;

    CapacityBound(Trial trial) {
        this.trial = trial;
        now = trial.opens();
    }

    /** A machine comes or goes. The order of machines settles ties, so that sums are the same in every run. */
    private record Turn(long at, boolean comes, int machine, int window) implements Comparable<Turn> {
        @Override
        public int compareTo(Turn other) {
            int byTime = Long.compare(at, other.at);
            return byTime != 0 ? byTime : Integer.compare(machine, other.machine);
        }
    }

    long reached() {
        List<TrialMachine> machines = trial.machines();
        for (int i = 0; i < machines.size(); i++) {
            enqueue(i, firstWindow(machines.get(i).windows()));
        }
        double open = trial.batches().stream().mapToDouble(CapacityBound::work).sum();
        double goal = 0;
        for (Batch batch : trial.batches()) {
            advanceTo(batch.arrives(), Double.POSITIVE_INFINITY);
            goal = Math.max(goal, done + open);
            open -= work(batch);
        }
        advanceTo(trial.opens() + trial.limit(), goal);
        return Math.min(trial.limit(), now - trial.opens());
    }

    /** The first window that does not end before the work opens. */
    private int firstWindow(UpWindows windows) {
        int index = 0;
        while (windows.start(index) != UpWindows.NEVER && windows.end(index) <= trial.opens()) {
            index++;
        }
        return index;
    }

    private void enqueue(int machine, int window) {
        long start = trial.machines().get(machine).windows().start(window);
        if (start < trial.opens() + trial.limit()) {
            turns.add(new Turn(Math.max(start, trial.opens()), true, machine, window));
        }
    }

    private void advanceTo(long time, double goal) {
        while (now < time && done < goal) {
            Turn next = turns.peek();
            long until = next == null ? time : Math.min(time, next.at());
            double after = done + speed * (until - now);
            if (after >= goal) {
                now += (long) Math.ceil((goal - done) / speed);
                return;
            }
            done = after;
            now = until;
            if (next != null && next.at() == until) {
                turns.remove();
                turn(next);
            }
        }
    }

    private void turn(Turn turn) {
        TrialMachine machine = trial.machines().get(turn.machine());
        if (turn.comes()) {
            speed += machine.speed();
            turns.add(new Turn(machine.windows().end(turn.window()), false, turn.machine(), turn.window()));
        } else {
            speed -= machine.speed();
            enqueue(turn.machine(), turn.window() + 1);
        }
    }

    private static double work(Batch batch) {
        double sum = 0;
        for (int ordinal = 1; ordinal <= batch.tasks(); ordinal++) {
            sum += batch.work(ordinal);
        }
        return sum;
    }
}
