package org.gleaner.server.route;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which agents a server understands: those of its own minor version and of the one before. A server under development,
 * which has no number, lets in all.
 *
 * @param server the server's own version
 */
record ServedVersions(String server) {
    private static final Pattern NUMBERS =
            Pattern.compile("([0-9]{1,6})\\.([0-9]{1,6})\\.[0-9]{1,6}([-+][0-9A-Za-z.+-]*)?");
    private static final String DEVELOPMENT = "development";

    /** Whether any build calls itself so. */
    static boolean isVersion(String agent) {
        return agent.equals(DEVELOPMENT) || NUMBERS.matcher(agent).matches();
    }

    boolean includes(String agent) {
        Matcher ours = NUMBERS.matcher(server);
        Matcher theirs = NUMBERS.matcher(agent);
        if (!ours.matches()) {
            return true;
        }
        if (!theirs.matches()) {
            return false;
        }
        int minor = Integer.parseInt(ours.group(2));
        int other = Integer.parseInt(theirs.group(2));
        return Integer.parseInt(ours.group(1)) == Integer.parseInt(theirs.group(1))
                && (other == minor || other == minor - 1);
    }

    /** In words: {@code 0.3 and 0.2}. */
    String inWords() {
        Matcher ours = NUMBERS.matcher(server);
        if (!ours.matches()) {
            return server;
        }
        int minor = Integer.parseInt(ours.group(2));
        String own = ours.group(1) + "." + minor;
        return minor == 0 ? own : own + " and " + ours.group(1) + "." + (minor - 1);
    }
}
