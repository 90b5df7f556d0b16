package org.gleaner.core.job;

import java.util.List;

/** What a task executes on its node: an argument vector, or one line for the node's shell. */
public sealed interface CommandLine {
    /** What a node must have to start it. */
    String program();

    /**
     * Started as it is, no shell between; placeholders such as {@code {}} are replaced in every word.
     *
     * @param serves whether it can go on with the next task of its job when it is through with one, if a node asks it
     *     to; it can do a single task as well
     */
    record Words(List<String> words, boolean serves) implements CommandLine {
        public Words {
            words = List.copyOf(words);
            if (words.isEmpty() || words.get(0).isEmpty()) {
                throw new IllegalArgumentException("the command is empty");
            }
            words.forEach(CommandLine::checkText);
        }

        /** What runs once. */
        public Words(List<String> words) {
            this(words, false);
        }

        @Override
        public String program() {
            return words.get(0);
        }
    }

    /** Given to the node's shell unchanged: nothing is pasted into it, the entry is only in {@code $GLEANER_ENTRY}. */
    record ShellLine(String line) implements CommandLine {
        public ShellLine {
            if (line.isBlank()) {
                throw new IllegalArgumentException("the shell line is empty");
            }
            checkText(line);
        }

        @Override
        public String program() {
            return "the shell";
        }
    }

    /** No system can pass a NUL to a program. */
    static void checkText(String text) {
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("a command or entry can't contain a NUL character");
        }
    }
}
