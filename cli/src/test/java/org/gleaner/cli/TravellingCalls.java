package org.gleaner.cli;

import java.io.Serializable;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.gleaner.client.executor.Action;
import org.gleaner.client.executor.Mapping;
import org.gleaner.client.executor.Task;
import org.gleaner.client.executor.Tasks;

/** Calls that travel to the node of a test; they name nothing that would take more code with them. */
final class TravellingCalls {
    private TravellingCalls() {}

    /** Something of this code as a result. */
    record Answer(long process, String text) implements Serializable {}

    /** An exception of this code. */
    static final class Wrong extends Exception {
        private static final long serialVersionUID = 1;
        final List<Integer> where;

        Wrong(List<Integer> where) {
            super("wrong at " + where);
            this.where = where;
        }
    }

    static Task<Answer> answer(String text) {
        return () -> new Answer(ProcessHandle.current().pid(), text + "!");
    }

    static Task<Integer> square(int number) {
        return () -> number * number;
    }

    static Task<Object> wrong() {
        return () -> {
            throw new Wrong(List.of(1, 2));
        };
    }

    static Action exit() {
        return () -> System.exit(3);
    }

    static Action halt(int code) {
        return () -> Runtime.getRuntime().halt(code);
    }

    static Task<Integer> forEver() {
        return () -> {
            new CountDownLatch(1).await();
            return 0;
        };
    }

    /** Says by files there when it begins, and when it was interrupted and has tidied up. */
    static Task<Integer> tidying(String place) {
        return () -> {
            Files.createFile(Path.of(place, "begun"));
            try {
                new CountDownLatch(1).await();
                return 0;
            } finally {
                Files.createFile(Path.of(place, "tidied"));
            }
        };
    }

    static Action nothing() {
        return () -> {};
    }

    static Task<Integer> size(List<Integer> list) {
        return () -> list.size();
    }

    static Task<Long> dice() {
        return () -> Tasks.random().nextLong();
    }

    static Mapping<Integer, Integer> squaring() {
        return number -> number * number;
    }

    static Task<Path> touch(String file) {
        return () -> Files.createFile(Path.of(file));
    }

    /** Whether it finds there what an executor was told. */
    static Task<String> surroundings() {
        return () -> Files.readString(Path.of("given.txt")) + " " + System.getProperty("given") + " "
                + System.getenv("GIVEN") + " " + Runtime.getRuntime().availableProcessors();
    }

    /** Goes on when that file is there: outside of its directory, as this node has no sandbox. */
    static Task<Integer> until(String name, int result) {
        return () -> {
            Path file = Path.of(name);
            try (WatchService watch = FileSystems.getDefault().newWatchService()) {
                file.resolveSibling("").register(watch, StandardWatchEventKinds.ENTRY_CREATE);
                while (!Files.exists(file)) {
                    watch.take().reset();
                }
            }
            return result;
        };
    }
}
