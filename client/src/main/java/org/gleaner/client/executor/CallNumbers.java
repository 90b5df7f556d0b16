package org.gleaner.client.executor;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gleaner.client.child.CallFile;
import org.jspecify.annotations.Nullable;

/**
 * Which calls of which executor a task has, in their order. Is the entry of the task, so that whoever comes later finds
 * it with the server.
 *
 * @param executor tells executors apart that call their jobs the same
 */
record CallNumbers(String executor, List<Long> numbers) {
    private static final Pattern WRITTEN =
            Pattern.compile("calls? ([0-9]{1,18}(?:[-,][0-9]{1,18}){0,9999}) of ([0-9a-f]{1,32})");
    private static final Pattern RUN = Pattern.compile("([0-9]+)(?:-([0-9]+))?");

    CallNumbers {
        numbers = List.copyOf(numbers);
    }

    /** Null: it is none of ours. */
    static @Nullable CallNumbers read(String entry) {
        Matcher matcher = WRITTEN.matcher(entry);
        if (!matcher.matches()) {
            return null;
        }
        List<Long> numbers = new ArrayList<>();
        for (String text : matcher.group(1).split(",", -1)) {
            Matcher run = RUN.matcher(text);
            if (!run.matches()) {
                return null;
            }
            long first = Long.parseLong(run.group(1));
            long last = run.group(2) == null ? first : Long.parseLong(run.group(2));
            if (last < first || last - first >= CallFile.MOST_CALLS - numbers.size()) {
                return null;
            }
            for (long number = first; number <= last; number++) {
                numbers.add(number);
            }
        }
        return new CallNumbers(matcher.group(2), numbers);
    }

    /** Whether a number goes with the one before it, so that both take no more room in an entry than one. */
    static boolean areInARow(long before, long number) {
        return number == before + 1;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(numbers.size() == 1 ? "call " : "calls ");
        for (int i = 0; i < numbers.size(); i++) {
            int last = i;
            while (last + 1 < numbers.size() && areInARow(numbers.get(last), numbers.get(last + 1))) {
                last++;
            }
            text.append(i == 0 ? "" : ",").append(numbers.get(i));
            if (last > i) {
                text.append('-').append(numbers.get(last));
            }
            i = last;
        }
        return text.append(" of ").append(executor).toString();
    }
}
