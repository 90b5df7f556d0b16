package org.gleaner.core.placing;

/**
 * What one who shares has had, in core-minutes: an owner among owners, a type or a job among those of its owner.
 * Confined to {@link Shares}.
 */
final class Account {
    /** How much it shall have in relation to the others. */
    double weight = 1;

    /** What counts as had beside what really was spent, since it joined. */
    double credit;

    double spent;

    /** What runs, times how long it usually takes; cores of which nobody knows that are counted apart. */
    double underway;

    /** What runs has taken so much longer already than it usually does, as of the last survey. */
    double overtime;

    int untriedCores;

    /** @param usual how long a task takes of which nothing is known */
    double had(double usual) {
        return settled() + running(usual);
    }

    /** The part of it that is over. */
    double settled() {
        return credit + spent;
    }

    /** The part of it that runs now. */
    double running(double usual) {
        return underway + overtime + untriedCores * usual;
    }

    /** What is over counts no more. */
    void settle() {
        settleAt(0);
    }

    /** What is over counts as so much. */
    void settleAt(double coreMinutes) {
        credit = coreMinutes - spent;
    }

    void add(Account other, int sign) {
        spent += sign * other.spent;
        underway += sign * other.underway;
        overtime += sign * other.overtime;
        untriedCores += sign * other.untriedCores;
    }
}
