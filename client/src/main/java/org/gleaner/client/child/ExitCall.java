package org.gleaner.client.child;

import org.jspecify.annotations.Nullable;

/** Who wants this JVM to end, for a hook that runs at its end. */
final class ExitCall {
    private ExitCall() {}

    /** The line that called System.exit, as stacks show it; null if none did, as when a signal came. */
    static @Nullable String place() {
        for (StackTraceElement[] stack : Thread.getAllStackTraces().values()) {
            for (int i = 0; i < stack.length; i++) {
                if (is(stack[i], "java.lang.Runtime")) {
                    int caller = i + 1 < stack.length && is(stack[i + 1], "java.lang.System") ? i + 2 : i + 1;
                    return caller < stack.length ? text(stack[caller]) : "a thread without a stack";
                }
            }
        }
        return null;
    }

    /** Without the class loader, which says nothing to people. */
    private static String text(StackTraceElement frame) {
        return frame.getClassName() + "." + frame.getMethodName() + "(" + frame.getFileName() + ":"
                + frame.getLineNumber() + ")";
    }

    private static boolean is(StackTraceElement frame, String type) {
        return frame.getClassName().equals(type) && frame.getMethodName().equals("exit");
    }
}
