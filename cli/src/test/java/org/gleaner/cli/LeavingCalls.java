package org.gleaner.cli;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.gleaner.client.executor.Action;
import org.gleaner.client.executor.Task;
import org.gleaner.client.executor.Tasks;

/** Calls that leave something for the next one, or look for it; they name nothing that would take more code along. */
final class LeavingCalls {
    private static final AtomicInteger COUNT = new AtomicInteger();

    private LeavingCalls() {}

    /** How many of these ran in their JVM, then what is there beside what belongs there. */
    static Task<String> look() {
        return () -> {
            List<String> found = new ArrayList<>();
            for (String place : List.of("/task", "/tmp", "/dev/shm")) {
                try (Stream<Path> all = Files.walk(Path.of(place))) {
                    all.filter(Files::isRegularFile).map(Path::toString).forEach(found::add);
                }
            }
            found.removeIf(name -> name.endsWith(".jar") || name.equals("/task/given.txt"));
            found.add(Files.readString(Path.of("given.txt")));
            try (Stream<Path> all = Files.list(Path.of("/proc"))) {
                all.filter(path -> isSleep(path)).forEach(path -> found.add("sleep"));
            }
            Thread.getAllStackTraces().keySet().stream()
                    .map(Thread::getName)
                    .filter("left"::equals)
                    .forEach(found::add);
            return COUNT.incrementAndGet() + " " + String.join(" ", found);
        };
    }

    private static boolean isSleep(Path process) {
        try {
            return Files.readString(process.resolve("cmdline")).startsWith("sleep");
        } catch (IOException nobody) {
            return false;
        }
    }

    /** Says when it begins. */
    static Task<Integer> forEver() {
        return () -> {
            System.out.println("begun");
            System.out.flush();
            new CountDownLatch(1).await();
            return 0;
        };
    }

    /** Tells that it gets on, and ends when somebody puts a file beside what it told. */
    static Task<Boolean> tell(String end) {
        return () -> {
            Path file = Path.of(end).toAbsolutePath();
            try (WatchService watch = FileSystems.getDefault().newWatchService()) {
                file.resolveSibling("").register(watch, StandardWatchEventKinds.ENTRY_CREATE);
                Tasks.progress(0.5);
                while (!Files.exists(file)) {
                    watch.take().reset();
                }
            }
            return true;
        };
    }

    static Action files() {
        return () -> {
            try {
                Path inner = Files.createDirectories(Path.of("/task/a/b"));
                Files.writeString(inner.resolve("c"), "left");
                Files.writeString(Path.of("/tmp/left"), "left");
                Files.writeString(Path.of("/dev/shm/left"), "left");
                Files.createSymbolicLink(Path.of("/task/link"), Path.of("/etc"));
            } catch (IOException failed) {
                throw new IllegalStateException(failed);
            }
        };
    }

    static Action input() {
        return () -> {
            try {
                Files.delete(Path.of("given.txt"));
                Files.writeString(Path.of("given.txt"), "spoilt");
            } catch (IOException failed) {
                throw new IllegalStateException(failed);
            }
        };
    }

    static Action thread() {
        return () -> {
            Thread left = new Thread(
                    () -> {
                        try {
                            new CountDownLatch(1).await();
                        } catch (InterruptedException never) {
                            Thread.currentThread().interrupt();
                        }
                    },
                    "left");
            left.setDaemon(true);
            left.start();
        };
    }

    static Action process() {
        return () -> {
            try {
                Process unused = new ProcessBuilder("sleep", "607").start();
            } catch (IOException failed) {
                throw new IllegalStateException(failed);
            }
        };
    }

    /** Uses threads and processes as is usual, and leaves none. */
    static Action politely() {
        return () -> {
            int sum = IntStream.range(0, 100_000).parallel().sum();
            try {
                int code = new ProcessBuilder("sleep", "0").start().waitFor();
                System.out.println(sum + " " + code);
            } catch (IOException | InterruptedException failed) {
                throw new IllegalStateException(failed);
            }
        };
    }

    /** Says what an agent would be told. */
    static Action answer(String text) {
        return () -> {
            try (OutputStream out = new FileOutputStream("/proc/self/fd/4")) {
                out.write(text.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            } catch (IOException failed) {
                throw new IllegalStateException(failed);
            }
        };
    }

    static Action memory() {
        return () -> {
            List<byte[]> all = new ArrayList<>();
            while (all.size() < 100_000) {
                all.add(new byte[10 << 20]);
            }
        };
    }

    static Action interrupt() {
        return () -> Thread.currentThread().interrupt();
    }
}
