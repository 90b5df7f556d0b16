package org.gleaner.agent.run;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a runner says of one attempt, in three lines: the number of the order with the command's exit code and how the
 * sandbox was left; the times of the runner itself; those of all its children so far.
 *
 * @param children CPU time of all attempts of this runner
 */
record RunnerAnswer(int order, int code, boolean clean, Duration children) {
    /** In place of the number of an order: that which is being followed, as what followed it has ended. */
    static final int CURRENT = 0;

    private static final int LONGEST_LINE = 100;
    private static final Pattern END =
            Pattern.compile("([0-9]{1,6}) ([0-9]{1,3}) (" + RunnerScript.CLEAN + "|" + RunnerScript.STAINED + ")");
    private static final String TIME = "([0-9]{1,9})m([0-9]{1,2})[.,]([0-9]{1,3})[0-9]{0,6}s";
    private static final Pattern TIMES = Pattern.compile(TIME + " " + TIME);

    /** Reads the next one; throws if it is anything else. */
    static RunnerAnswer read(InputStream in) throws IOException {
        Matcher end = matched(END, line(in));
        matched(TIMES, line(in));
        Matcher times = matched(TIMES, line(in));
        return new RunnerAnswer(
                Integer.parseInt(end.group(1)),
                Integer.parseInt(end.group(2)),
                end.group(3).equals(RunnerScript.CLEAN),
                time(times, 1).plus(time(times, 4)));
    }

    /** The next line, which is short; throws at the end. */
    static String line(InputStream in) throws IOException {
        byte[] bytes = new byte[LONGEST_LINE];
        int length = 0;
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0 || length == LONGEST_LINE) {
                throw new IOException(next < 0 ? "it has ended" : "it sent a line that is too long");
            }
            bytes[length++] = (byte) next;
        }
        return new String(bytes, 0, length, StandardCharsets.US_ASCII);
    }

    private static Matcher matched(Pattern pattern, String line) throws IOException {
        Matcher matcher = pattern.matcher(line);
        if (!matcher.matches()) {
            throw new IOException("it sent something that is not an answer");
        }
        return matcher;
    }

    /** Shells tell three digits of a second or more. */
    private static Duration time(Matcher times, int from) {
        String millis = (times.group(from + 2) + "00").substring(0, 3);
        return Duration.ofMinutes(Long.parseLong(times.group(from)))
                .plusSeconds(Long.parseLong(times.group(from + 1)))
                .plusMillis(Long.parseLong(millis));
    }
}
