package org.gleaner.core.ahead;

import java.util.Arrays;

/**
 * How far the tasks of a {@link Part} are that stand for many. Each takes, when a node first begins with it, some of
 * those that wait: about twice as many in the beginning as on average and ever fewer, so that all nodes end together;
 * and the more the faster the node is, as it would by itself. Only the very first are small: else whatever comes beside
 * them would wait for a slot until a whole lot is done. What was done of it when its node was lost stays done.
 */
final class Lots {
    /** No node takes more times or fewer than the average because of its speed. */
    private static final double FARTHEST = 4;

    private static final double FIRST = 2;

    /** Of what was taken before, a lot is no greater part: what is near is looked at closely. */
    private static final double CLOSELY = 0.1;

    /** Fewer lots than this are no more than a rough picture anyway. */
    private static final int MANY = 200;

    private final int[] size;
    private final int[] done;
    private final int[] from;
    private int left;
    private int taken;
    private int position;

    Lots(Part part) {
        this.left = part.waiting();
        this.size = new int[part.lots()];
        this.done = new int[part.lots()];
        this.from = new int[part.lots()];
        Arrays.fill(size, -1);
    }

    /** A node of this speed begins with one of the tasks, the first being 0; how many it has to do. */
    int take(int task, double speed) {
        if (size[task] < 0) {
            int others = size.length - taken;
            double fair = FIRST * left / others * Math.max(1 / FARTHEST, Math.min(FARTHEST, speed));
            double near = size.length < MANY ? fair : Math.min(fair, 1 + CLOSELY * position);
            int some = others == 1 ? left : (int) Math.min(left, Math.max(Math.min(1, left), Math.round(near)));
            size[task] = some;
            from[task] = position;
            position += some;
            left -= some;
            taken++;
        }
        return size[task] - done[task];
    }

    /** So many more of it are done; where the first of them lies among all that waited. */
    int advance(int task, int more) {
        int at = from[task] + done[task];
        done[task] += more;
        return at;
    }

    /** Where the first one lies that is not done. */
    int at(int task) {
        return from[task] + done[task];
    }
}
