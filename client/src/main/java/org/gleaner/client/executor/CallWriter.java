package org.gleaner.client.executor;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import org.gleaner.client.child.CallFile;
import org.jspecify.annotations.Nullable;

/** Writes calls as they travel, and refuses what can't. */
final class CallWriter {
    /** Whether there is a class file; classes that nobody uses any more are forgotten. */
    private static final Map<Class<?>, Boolean> FILED = Collections.synchronizedMap(new WeakHashMap<>());

    private CallWriter() {}

    /** @param task a Callable or a Runnable */
    static WrittenCall write(Object task) {
        // Some of the JDK's are serialisable by name.
        if (task instanceof Future<?>) {
            throw isAFuture(task);
        }
        if (!(task instanceof Serializable)) {
            throw notSerialisable(task);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Set<Class<?>> classes;
        try (Stream out = new Stream(bytes)) {
            out.writeObject(task);
            classes = out.classes;
        } catch (IOException | RuntimeException failed) {
            throw refused(task, failed);
        }
        if (bytes.size() > CallFile.LARGEST_CALL) {
            throw new CannotTravelException(
                    CallPlace.here() + what(task) + " can't be sent to another machine. It has " + bytes.size()
                            + " bytes, including everything it refers to, and at most " + CallFile.LARGEST_CALL
                            + " can travel. Keep what it needs in a file, or have it create that itself.",
                    null);
        }
        for (Class<?> type : classes) {
            if (!FILED.computeIfAbsent(type, CallWriter::hasFile)) {
                throw new CannotTravelException(
                        CallPlace.here() + what(task) + " can't be sent to another machine. The class " + type.getName()
                                + " was generated at run time and has no class file that could travel. Use"
                                + " a compiled class.",
                        null);
            }
        }
        return new WrittenCall(bytes.toByteArray(), classes, loader(task, classes));
    }

    /** Who knows all of them: what is around a call may be of the JDK or of ours. */
    private static @Nullable ClassLoader loader(Object task, Set<Class<?>> classes) {
        ClassLoader lowest = task.getClass().getClassLoader();
        for (Class<?> type : classes) {
            for (ClassLoader at = type.getClassLoader(); at != null; at = at.getParent()) {
                if (lowest == null || at.getParent() == lowest) {
                    lowest = type.getClassLoader();
                    break;
                }
            }
        }
        return lowest;
    }

    private static boolean hasFile(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader.getResource(type.getName().replace('.', '/') + ".class") != null;
    }

    /** What {@code CompletableFuture.supplyAsync} and completion services hand to their executor. */
    private static CannotTravelException isAFuture(Object task) {
        return new CannotTravelException(
                CallPlace.here() + what(task) + " can't be sent to another machine. It is a future of this program,"
                        + " handed to its executor by CompletableFuture or ExecutorCompletionService. Instead of"
                        + " CompletableFuture.supplyAsync(…, pool) call pool.async(…), to get results in the order in"
                        + " which they finish, pool.map(…); otherwise submit what the future would run.",
                null);
    }

    private static CannotTravelException notSerialisable(Object task) {
        String place = CallPlace.here();
        boolean callable = task instanceof Callable<?>;
        if (!task.getClass().isSynthetic()) {
            return new CannotTravelException(
                    place + what(task) + " can't be sent to another machine. Its class is not serialisable. Have it"
                            + " implement " + (callable ? "Task" : "Action") + " or java.io.Serializable.",
                    null);
        }
        return new CannotTravelException(
                place + what(task) + " can't be sent to another machine. A lambda is serialisable only if the type"
                        + " it is passed as is, and " + (callable ? "Callable" : "Runnable") + " is not. Declare it as "
                        + (callable ? "Task<…>" : "Action") + ", or keep the executor in a variable of type"
                        + " GridExecutor, whose methods accept lambdas directly.",
                null);
    }

    private static CannotTravelException refused(Object task, Exception why) {
        String obstacle = Obstacle.in(task);
        return new CannotTravelException(
                CallPlace.here() + what(task) + " can't be sent to another machine. "
                        + (obstacle == null ? "It can't be serialised: " + why + "." : obstacle)
                        + " Make that serialisable or transient, or first copy the part of it that the call needs"
                        + " into a local variable.",
                why);
    }

    static String what(Object task) {
        return task.getClass().isSynthetic()
                ? "this lambda"
                : "this " + task.getClass().getName();
    }

    private static final class Stream extends ObjectOutputStream {
        private final Set<Class<?>> classes = new LinkedHashSet<>();

        Stream(OutputStream out) throws IOException {
            super(out);
        }

        /** Is called for each class of which an object is written, and for those that a lambda names. */
        @Override
        protected void annotateClass(Class<?> type) {
            add(type);
        }

        @Override
        protected void annotateProxyClass(Class<?> proxy) {
            for (Class<?> type : proxy.getInterfaces()) {
                add(type);
            }
        }

        private void add(Class<?> type) {
            @Nullable Class<?> element = type;
            while (element != null && element.isArray()) {
                element = element.getComponentType();
            }
            if (element != null && !element.isPrimitive()) {
                classes.add(element);
            }
        }
    }
}
