package org.gleaner.core.job;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An amount of memory or disk space. */
public record MemorySize(long bytes) implements Comparable<MemorySize> {
    public static final MemorySize ZERO = new MemorySize(0);
    /** As megabytes, more would be a very large machine. */
    private static final long SMALL = 100_000;

    private static final String UNITS = "KMGT";
    private static final Pattern TEXT = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,3})?)([KMGT]?)(?:i?B)?");

    public MemorySize {
        if (bytes < 0) {
            throw new IllegalArgumentException("a size can't be negative: " + bytes);
        }
    }

    /** Reads {@code 512M}, {@code 2G}, {@code 1.5GiB} or a plain number of bytes; the units are powers of 1024. */
    public static MemorySize parse(String text) {
        Matcher match = TEXT.matcher(text.strip());
        if (!match.matches()) {
            throw new IllegalArgumentException("not a size: '" + text + "'; write for example 512M or 2G");
        }
        double factor = match.group(2).isEmpty() ? 1 : Math.pow(1024, UNITS.indexOf(match.group(2)) + 1);
        return new MemorySize((long) (Double.parseDouble(match.group(1)) * factor));
    }

    /** As a person writes it: a small number without a unit was meant as megabytes, and would be bytes. */
    public static MemorySize typed(String text) {
        MemorySize size = parse(text);
        String number = text.strip();
        if (size.bytes > 0 && size.bytes < SMALL && number.matches("[0-9]+")) {
            throw new IllegalArgumentException("'" + number + "' would be bytes; write " + number + "M (megabytes) or "
                    + number + "G (gigabytes)");
        }
        return size;
    }

    /** The sum; one that is too large for a number is the largest that there is. */
    public MemorySize plus(MemorySize other) {
        long sum = bytes + other.bytes;
        return new MemorySize(sum < 0 ? Long.MAX_VALUE : sum);
    }

    /** So many times as much, bounded as a sum is. */
    public MemorySize times(int factor) {
        return new MemorySize(factor > 0 && bytes > Long.MAX_VALUE / factor ? Long.MAX_VALUE : bytes * factor);
    }

    public MemorySize atMost(MemorySize most) {
        return compareTo(most) > 0 ? most : this;
    }

    /** The rest, never below zero. */
    public MemorySize minus(MemorySize other) {
        return new MemorySize(Math.max(0, bytes - other.bytes));
    }

    @Override
    public int compareTo(MemorySize other) {
        return Long.compare(bytes, other.bytes);
    }

    /** As it is typed, and exactly: {@code 20G}, {@code 1536M}. */
    public String typed() {
        int unit = 0;
        long value = bytes;
        while (unit < UNITS.length() && value > 0 && value % 1024 == 0) {
            value /= 1024;
            unit++;
        }
        return unit == 0 ? Long.toString(bytes) : value + UNITS.substring(unit - 1, unit);
    }

    /** For people: {@code 1.5 GB}. */
    @Override
    public String toString() {
        int unit = -1;
        double value = bytes;
        while (value >= 1024 && unit < UNITS.length() - 1) {
            value /= 1024;
            unit++;
        }
        if (unit < 0) {
            return bytes + " B";
        }
        String number = String.format(Locale.ROOT, value < 10 ? "%.1f" : "%.0f", value);
        return (number.endsWith(".0") ? number.substring(0, number.length() - 2) : number) + " " + UNITS.charAt(unit)
                + "B";
    }
}
