package org.gleaner.server.problem;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** How a host is started so that it can do no harm. The server knows no more of sandboxes than this. */
public interface HostProgram {
    /** There is none. */
    HostProgram NONE = new HostProgram() {
        @Override
        public Optional<String> obstacle() {
            return Optional.of("it runs without the program that confines them");
        }

        @Override
        public List<String> words(Path files, Path temporary) throws IOException {
            throw new Hindrance("no program that confines hosts was found");
        }

        @Override
        public Duration patience() {
            return Duration.ZERO;
        }
    };

    /** Why hosts can't be confined here, as a part of a sentence; empty: they can. May take a moment. */
    Optional<String> obstacle();

    /**
     * Program and arguments that start a host, confined, as another user than the server's.
     *
     * @param files the code of the problem, which it sees as its own directory and can't change
     * @param temporary an empty directory that it sees as the one for temporary files
     */
    List<String> words(Path files, Path temporary) throws IOException;

    /**
     * What keeps every host with these files from starting, as sentences for the owner: what, and what to do; empty:
     * nothing.
     */
    default Optional<String> missing(Path files) {
        return Optional.empty();
    }

    /** As long as a host is waited for whenever it is asked something; then it is killed and its problem stopped. */
    Duration patience();

    /**
     * A host has ended, or has to: what limited it goes, with all that is still in it.
     *
     * @param files those that it was started with
     */
    default void ended(Path files) {}

    /** No host is started any more. */
    default void close() {}
}
