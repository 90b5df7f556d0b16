package org.gleaner.client.child;

import java.io.IOException;
import java.io.ObjectInputFilter;
import java.lang.invoke.SerializedLambda;
import java.security.CodeSource;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads what became of one call. It comes from a machine of somebody else, who must not make this program run what he
 * likes: admitted are values and exceptions of the JDK, and classes from where the classes of the call are. Confined to
 * one outcome.
 */
public final class ResultReader {
    private static final Set<String> PACKAGES = Set.of(
            "java.lang",
            "java.math",
            "java.time",
            "java.time.chrono",
            "java.time.zone",
            "java.util",
            "java.util.concurrent",
            "java.util.concurrent.atomic",
            "java.util.regex");

    private static final long LEAST_PATIENCE_SECONDS = 60;
    private static final int BYTES_PER_SECOND = 1 << 20;

    private final String what;
    private final Set<Class<?>> code;
    private final @Nullable ClassLoader loader;
    private final Set<String> sources = new HashSet<>();
    private final HashNesting nesting = new HashNesting();
    private String rejected = "";

    /**
     * @param what ran, as the subject of a sentence
     * @param code classes of whoever wrote it
     * @param loader knows these; null: the JDK's own
     */
    public ResultReader(String what, Set<Class<?>> code, @Nullable ClassLoader loader) {
        this.what = what;
        this.code = code;
        this.loader = loader;
    }

    /**
     * What it returned or threw.
     *
     * @param failure why neither is known, as a sentence; null: one of them is
     * @param cause of the failure, if there is one
     */
    public record Read(
            @Nullable Object value,
            @Nullable Throwable thrown,
            @Nullable String failure,
            @Nullable Throwable cause) {}

    public Read read(CallOutcome outcome) {
        return switch (outcome.kind()) {
            case VALUE -> object(outcome, false);
            case THREW -> object(outcome, true);
            case THREW_UNSENDABLE -> failed(" threw something that can't be serialised: " + outcome.text());
            case RETURNED_UNSENDABLE ->
                failed(" returned something that can't be serialised, a " + outcome.text() + ". Return something"
                        + " serialisable.");
            case UNREADABLE ->
                failed(" could not be read there: " + outcome.text()
                        + ". A class that is found only by its name at run time does not travel by itself.");
            case EXITED ->
                failed(" ended its JVM with System.exit, in " + outcome.text() + ". Have it return or throw instead.");
            case NOT_RUN -> failed(" did not run, because an earlier one ended the JVM.");
        };
    }

    /**
     * After so many seconds it was made so that reading it takes for ever. Nothing in a stream of objects tells that
     * beforehand, and nobody can end a thread that reads: so read it in one that is not needed.
     */
    public static long patienceSeconds(CallOutcome outcome) {
        return LEAST_PATIENCE_SECONDS + outcome.bytes().length / BYTES_PER_SECOND;
    }

    /** What is said of one of which that is true. */
    public static String takesTooLong(long seconds) {
        return " returned or threw something that takes more than " + seconds
                + " s to read here, as sets that contain each other do. Reading it was abandoned.";
    }

    private Read object(CallOutcome outcome, boolean thrown) {
        Object object;
        try {
            SharedCopies copies = new SharedCopies(outcome.bytes().length);
            object = ObjectReader.read(outcome.bytes(), loader, seen -> judge(seen, copies));
        } catch (IOException
                | ClassNotFoundException
                | RuntimeException
                | LinkageError
                | VirtualMachineError unreadable) {
            // The last if it takes more memory or stack to read than there is.
            String why = rejected.isEmpty() ? unreadable.toString() : rejected;
            return new Read(
                    null,
                    null,
                    what + (thrown ? " threw" : " returned") + " something that can't be read here: " + why + ".",
                    unreadable);
        }
        if (!thrown) {
            return new Read(object, null, null, null);
        }
        return object instanceof Throwable exception
                ? new Read(null, exception, null, null)
                : failed(" is said to have thrown something that is not an exception.");
    }

    private Read failed(String why) {
        return new Read(null, null, what + why, null);
    }

    private ObjectInputFilter.Status judge(ObjectInputFilter.FilterInfo seen, SharedCopies copies) {
        if (!copies.areFew()) {
            rejected = "it takes much more memory than its size explains";
            return ObjectInputFilter.Status.REJECTED;
        }
        if (!nesting.admits(seen)) {
            rejected = "hash sets or maps are nested more than " + HashNesting.DEEPEST + " deep; flatten them";
            return ObjectInputFilter.Status.REJECTED;
        }
        Class<?> type = seen.serialClass();
        while (type != null && type.isArray()) {
            type = type.getComponentType();
        }
        if (type == null) {
            return ObjectInputFilter.Status.UNDECIDED;
        }
        // A lambda would be code of the call with values of the sender's choice.
        if (type.isPrimitive() || isValue(type) || (isOfCode(type) && type != SerializedLambda.class)) {
            return ObjectInputFilter.Status.ALLOWED;
        }
        rejected = type.getName() + " is neither a JDK value nor from its own code";
        return ObjectInputFilter.Status.REJECTED;
    }

    private static boolean isValue(Class<?> type) {
        // Exceptions outside of java.* have been used to make a reader run what it should not.
        return PACKAGES.contains(type.getPackageName())
                || (type.getName().startsWith("java.") && Throwable.class.isAssignableFrom(type));
    }

    private boolean isOfCode(Class<?> type) {
        String source = source(type);
        return (source != null && sources().contains(source)) || code.contains(type);
    }

    /** Where the code is; looked for when it is needed, as most results are values. */
    private Set<String> sources() {
        if (sources.isEmpty()) {
            for (Class<?> type : code) {
                String source = source(type);
                // What is around a call of ours says nothing about where its author's code is.
                if (source != null && !ChildClasses.has(type.getName().replace('.', '/'))) {
                    sources.add(source);
                }
            }
        }
        return sources;
    }

    private static @Nullable String source(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        return source == null || source.getLocation() == null
                ? null
                : source.getLocation().toExternalForm();
    }
}
