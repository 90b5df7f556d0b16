package org.gleaner.lab.torture;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Whether an example found what it was asked for, in its small form. Names nothing of the examples: their input is made
 * once more here, and their answers are checked in other ways than they were found.
 */
public final class ExampleCheck {
    private static final String NUMBER = "(\\d+\\.\\d+)";
    private static final Pattern FATE =
            Pattern.compile("reflected " + NUMBER + ", transmitted " + NUMBER + ", absorbed " + NUMBER);
    private static final Pattern POWER = Pattern.compile("4\\^(\\d+) = (\\d+) modulo (\\d+)");
    private static final Pattern TOUR =
            Pattern.compile("tour: " + NUMBER + " long, " + NUMBER + " at the start: ([0-9 ]+)");

    /** Half of the last digit that is printed. */
    private static final double ROUNDED = 0.0005;
    /** Five standard errors of a difference: of 50 000 photons, and of those that are followed here. */
    private static final double CHANCE = 0.012;

    private static final int PHOTONS = 200_000;
    private static final long ORDER_ABOVE = 1L << 32;
    private static final int CERTAINTY = 50;
    private static final int LETTERS = 50_000;
    private static final int REPEAT = 32;
    private static final int CITIES = 60;
    /** With bad luck a tour ends where no small change makes it shorter. */
    private static final double LUCK = 1.05;

    private ExampleCheck() {}

    /** What is wrong with what it said about its small problem of this seed; empty: nothing. */
    public static String wrong(Example example, String said, long seed) {
        return switch (example) {
            case LIGHT -> light(said);
            case LOGARITHM -> logarithm(said, seed);
            case REPEATS -> repeats(said, seed);
            case TOUR -> tour(said, seed);
        };
    }

    private static String light(String said) {
        Matcher fate = FATE.matcher(said);
        if (!fate.matches()) {
            return "it names no fates of photons";
        }
        double[] found = IntStream.rangeClosed(1, 3)
                .mapToDouble(i -> Double.parseDouble(fate.group(i)))
                .toArray();
        double all = found[0] + found[1] + found[2];
        if (Math.abs(all - 1) > 3 * ROUNDED + 1e-9) {
            return "light is lost or comes from nowhere: " + all + " of it is left";
        }
        double[] direct = photons();
        for (int i = 0; i < direct.length; i++) {
            if (Math.abs(found[i] - direct[i]) > CHANCE + ROUNDED) {
                return "a direct run finds " + direct[i] + " and not " + found[i];
            }
        }
        return "";
    }

    /** Photons that are absorbed whole or not at all: which part is reflected, transmitted, absorbed. */
    private static double[] photons() {
        SplittableRandom random = new SplittableRandom(77);
        double[] fates = new double[3];
        for (int i = 0; i < PHOTONS; i++) {
            double depth = 0;
            double direction = 1;
            int fate = -1;
            while (fate < 0) {
                // In free paths; the slab is two of them thick, and every tenth collision absorbs.
                depth -= direction * Math.log(1 - random.nextDouble());
                if (depth < 0) {
                    fate = 0;
                } else if (depth > 2) {
                    fate = 1;
                } else if (random.nextInt(10) == 0) {
                    fate = 2;
                }
                direction = 2 * random.nextDouble() - 1;
            }
            fates[fate] += 1.0 / PHOTONS;
        }
        return fates;
    }

    private static String logarithm(String said, long seed) {
        Matcher power = POWER.matcher(said);
        if (!power.matches()) {
            return "it names no power of 4";
        }
        BigInteger modulus = new BigInteger(power.group(3));
        BigInteger order = modulus.shiftRight(1);
        if (order.compareTo(BigInteger.valueOf(ORDER_ABOVE)) < 0
                || !modulus.isProbablePrime(CERTAINTY)
                || !order.isProbablePrime(CERTAINTY)) {
            return modulus + " is no safe prime of that size";
        }
        BigInteger exponent = new BigInteger(power.group(1));
        BigInteger right = BigInteger.valueOf(4).modPow(exponent, modulus);
        if (!right.toString().equals(power.group(2))) {
            return "that power is " + right;
        }
        long asked = new SplittableRandom(seed).nextLong(ORDER_ABOVE);
        return exponent.equals(BigInteger.valueOf(asked)) ? "" : "the power of " + asked + " was asked for";
    }

    private static String repeats(String said, long seed) {
        String letters = letters(seed);
        Map<String, Integer> counts = new HashMap<>();
        for (int i = 0; i + REPEAT <= letters.length(); i++) {
            counts.merge(letters.substring(i, i + REPEAT), 1, Integer::sum);
        }
        counts.values().removeIf(count -> count == 1);
        Map.Entry<String, Integer> most = Collections.max(
                counts.entrySet(),
                Map.Entry.<String, Integer>comparingByValue()
                        .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())));
        String right = counts.size() + " strings of " + REPEAT + " letters occur more than once, " + most.getKey() + " "
                + most.getValue() + " times";
        return said.equals(right) ? "" : "to count them all finds that " + right;
    }

    private static String letters(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder letters = new StringBuilder();
        while (letters.length() < LETTERS) {
            if (letters.length() > 1_000 && random.nextInt(2_000) == 0) {
                int from = random.nextInt(letters.length() - 100);
                letters.append(letters.substring(from, from + 100));
            } else {
                letters.append("ACGT".charAt(random.nextInt(4)));
            }
        }
        return letters.substring(0, LETTERS);
    }

    private static String tour(String said, long seed) {
        Matcher tour = TOUR.matcher(said);
        if (!tour.matches()) {
            return "it names no tour";
        }
        Random random = new Random(seed);
        List<double[]> cities = new ArrayList<>();
        for (int i = 0; i < CITIES; i++) {
            cities.add(new double[] {random.nextDouble(), random.nextDouble()});
        }
        List<Integer> asGiven = IntStream.range(0, CITIES).boxed().toList();
        List<Integer> order =
                Stream.of(tour.group(3).split(" ", -1)).map(Integer::valueOf).toList();
        if (!order.stream().sorted().toList().equals(asGiven)) {
            return "it does not visit every city once";
        }
        double length = length(cities, order);
        if (isOther(tour.group(1), length) || isOther(tour.group(2), length(cities, asGiven))) {
            return "that tour is " + length + " long, and the first one " + length(cities, asGiven);
        }
        double near = length(cities, nearest(cities));
        return length <= LUCK * near ? "" : "always to go to the nearest city is shorter: " + near;
    }

    private static boolean isOther(String said, double length) {
        return Math.abs(Double.parseDouble(said) - length) > 10 * ROUNDED + 1e-9;
    }

    private static double length(List<double[]> cities, List<Integer> order) {
        double sum = 0;
        for (int i = 0; i < order.size(); i++) {
            sum += way(cities, order.get(i), order.get((i + 1) % order.size()));
        }
        return sum;
    }

    private static double way(List<double[]> cities, int from, int to) {
        return Math.hypot(cities.get(from)[0] - cities.get(to)[0], cities.get(from)[1] - cities.get(to)[1]);
    }

    /** From the first city always to the nearest one that was not visited. */
    private static List<Integer> nearest(List<double[]> cities) {
        List<Integer> left = new ArrayList<>(IntStream.range(1, CITIES).boxed().toList());
        List<Integer> order = new ArrayList<>(List.of(0));
        while (!left.isEmpty()) {
            int at = order.get(order.size() - 1);
            Integer next = Collections.min(left, Comparator.comparingDouble(to -> way(cities, at, to)));
            left.remove(next);
            order.add(next);
        }
        return order;
    }
}
