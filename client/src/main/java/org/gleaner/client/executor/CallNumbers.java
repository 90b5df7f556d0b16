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
            Pattern.compile("call(s?) ([0-9]{1,18}(?:,[0-9]{1,18})*) of ([0-9a-f]{1,32})");

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
        for (String number : matcher.group(2).split(",", -1)) {
            numbers.add(Long.parseLong(number));
        }
        return numbers.size() > CallFile.MOST_CALLS ? null : new CallNumbers(matcher.group(3), numbers);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(numbers.size() == 1 ? "call " : "calls ");
        for (int i = 0; i < numbers.size(); i++) {
            text.append(i == 0 ? "" : ",").append(numbers.get(i));
        }
        return text.append(" of ").append(executor).toString();
    }
}
