package org.gleaner.client.executor;

import java.util.Set;

/** The line of the program that is being run, outside of the executor. */
final class CallPlace {
    private static final Set<String> OURS = Set.of(
            CallPlace.class.getName(),
            CallWriter.class.getName(),
            CallPool.class.getName(),
            MappedResults.class.getName(),
            GridExecutor.class.getName());

    private CallPlace() {}

    /** {@code Pi.java:14: }, or nothing if there is no such line. */
    static String here() {
        return StackWalker.getInstance()
                .walk(frames -> frames.filter(frame -> !isOurs(frame.getClassName()))
                        .findFirst()
                        .map(frame -> frame.getFileName() + ":" + frame.getLineNumber() + ": "))
                .orElse("");
    }

    private static boolean isOurs(String name) {
        int nested = name.indexOf('$');
        return name.startsWith("java.") || OURS.contains(nested < 0 ? name : name.substring(0, nested));
    }
}
