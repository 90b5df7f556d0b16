package org.gleaner.core.placing;

import java.util.Arrays;
import org.gleaner.core.id.TypeKey;

/**
 * What the jobs of an owner have had that each have a weight of their own, in the order of their numbers. They lie in
 * columns: all of them are added up for every decision, and an owner may have ten thousand. The order is always the
 * same, as sums of fractions depend on it. Confined to {@link JobShares}.
 */
final class WeighedJobs {
    private static final int LEAST = 16;

    private int size;
    private long[] numbers = new long[LEAST];
    private double[] weights = new double[LEAST];
    /** What counts as had beside what really was spent, since it joined. */
    private double[] credits = new double[LEAST];

    private double[] spent = new double[LEAST];
    private int[] cores = new int[LEAST];
    private TypeKey[] types = new TypeKey[LEAST];

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Where a job is; less than 0: it is not there. */
    int indexOf(long job) {
        return Arrays.binarySearch(numbers, 0, size, job);
    }

    /** @param guess where it probably is */
    int indexOf(long job, int guess) {
        return guess >= 0 && guess < size && numbers[guess] == job ? guess : indexOf(job);
    }

    long number(int index) {
        return numbers[index];
    }

    double weight(int index) {
        return weights[index];
    }

    void weigh(int index, double weight) {
        weights[index] = weight;
    }

    int cores(int index) {
        return cores[index];
    }

    TypeKey type(int index) {
        return types[index];
    }

    /** What it has had that is over. */
    double settled(int index) {
        return credits[index] + spent[index];
    }

    /** What is over counts as so much. */
    void settleAt(int index, double coreMinutes) {
        credits[index] = coreMinutes - spent[index];
    }

    void run(int index, int more) {
        cores[index] += more;
    }

    void charge(int index, double coreMinutes) {
        spent[index] += coreMinutes;
    }

    /** A sum and all weights. */
    double plusWeights(double sum) {
        double all = sum;
        for (int i = 0; i < size; i++) {
            all += weights[i];
        }
        return all;
    }

    /** A sum and all that is over. */
    double plusSettled(double sum) {
        double all = sum;
        for (int i = 0; i < size; i++) {
            all += credits[i] + spent[i];
        }
        return all;
    }

    /** Divides so many core-minutes by weight. */
    void credit(double coreMinutes, double sumOfWeights) {
        for (int i = 0; i < size; i++) {
            credits[i] += weights[i] / sumOfWeights * coreMinutes;
        }
    }

    void add(long job, TypeKey type, int itsCores, Account account) {
        int at = -1 - indexOf(job);
        if (size == numbers.length) {
            resize(2 * size);
        }
        move(at, at + 1, size - at);
        size++;
        numbers[at] = job;
        weights[at] = account.weight;
        credits[at] = account.credit;
        spent[at] = account.spent;
        cores[at] = itsCores;
        types[at] = type;
    }

    void remove(int index) {
        move(index + 1, index, size - index - 1);
        size--;
        if (size < numbers.length / 4 && numbers.length > LEAST) {
            resize(numbers.length / 2);
        }
    }

    private void move(int from, int to, int count) {
        System.arraycopy(numbers, from, numbers, to, count);
        System.arraycopy(weights, from, weights, to, count);
        System.arraycopy(credits, from, credits, to, count);
        System.arraycopy(spent, from, spent, to, count);
        System.arraycopy(cores, from, cores, to, count);
        System.arraycopy(types, from, types, to, count);
    }

    private void resize(int room) {
        numbers = Arrays.copyOf(numbers, room);
        weights = Arrays.copyOf(weights, room);
        credits = Arrays.copyOf(credits, room);
        spent = Arrays.copyOf(spent, room);
        cores = Arrays.copyOf(cores, room);
        types = Arrays.copyOf(types, room);
    }
}
