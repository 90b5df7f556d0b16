package org.gleaner.client.executor;

import java.io.IOException;
import java.io.ObjectInputFilter;
import java.lang.invoke.SerializedLambda;
import java.security.CodeSource;
import java.util.HashSet;
import java.util.Set;
import org.gleaner.client.child.CallOutcome;
import org.gleaner.client.child.ObjectReader;
import org.jspecify.annotations.Nullable;

/**
 * Reads what became of one call. It comes from a machine of somebody else, who must not make this program run what he
 * likes: admitted are values and exceptions of the JDK, and classes from where the classes of the call are. Confined to
 * one outcome.
 */
final class OutcomeReader {
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

    private final WrittenCall call;
    private final String place;
    private final Set<String> sources = new HashSet<>();
    private String rejected = "";

    /** @param place such as {@code attempt 7.3#1 on lab-3} */
    OutcomeReader(WrittenCall call, String place) {
        this.call = call;
        this.place = place;
    }

    PendingCall.Settled read(CallOutcome outcome) {
        return switch (outcome.kind()) {
            case VALUE -> object(outcome, false);
            case THREW -> object(outcome, true);
            case THREW_UNSENDABLE -> failed("The call threw what can't be serialised: " + outcome.text());
            case RETURNED_UNSENDABLE ->
                failed("The call returned what can't be serialised, a " + outcome.text()
                        + ". Return something serialisable.");
            case UNREADABLE ->
                failed("The call could not be read there: " + outcome.text()
                        + ". A class that is found only by its name at run time does not travel by itself.");
            case EXITED -> failed("The call ended its JVM with System.exit. Let it return or throw instead.");
            case NOT_RUN -> failed("The call did not run, as one before it ended the JVM.");
        };
    }

    private PendingCall.Settled object(CallOutcome outcome, boolean thrown) {
        Object object;
        try {
            object = ObjectReader.read(outcome.bytes(), call.loader(), this::judge);
        } catch (IOException
                | ClassNotFoundException
                | RuntimeException
                | LinkageError
                | VirtualMachineError unreadable) {
            // The last if it takes more memory or stack to read than there is.
            String why = rejected.isEmpty()
                    ? unreadable.toString()
                    : rejected + " is neither a value of the JDK nor from the code of the call";
            return failed(
                    "The call " + (thrown ? "threw" : "returned") + " what can't be read here: " + why + ".",
                    unreadable);
        }
        if (!thrown) {
            return new PendingCall.Settled(object, null, false);
        }
        if (!(object instanceof Throwable exception)) {
            return failed("What the call is said to have thrown is no exception.");
        }
        new RanElsewhere("thrown in " + place).into(exception);
        return new PendingCall.Settled(null, exception, false);
    }

    private PendingCall.Settled failed(String why) {
        return failed(why, null);
    }

    private PendingCall.Settled failed(String why, @Nullable Throwable cause) {
        return new PendingCall.Settled(null, new GridException(why + " (" + place + ")", cause), false);
    }

    private ObjectInputFilter.Status judge(ObjectInputFilter.FilterInfo seen) {
        Class<?> type = seen.serialClass();
        while (type != null && type.isArray()) {
            type = type.getComponentType();
        }
        if (type == null) {
            return ObjectInputFilter.Status.UNDECIDED;
        }
        // A lambda would be code of the call with values of the sender's choice.
        if (type.isPrimitive() || isValue(type) || (isOfCall(type) && type != SerializedLambda.class)) {
            return ObjectInputFilter.Status.ALLOWED;
        }
        rejected = type.getName();
        return ObjectInputFilter.Status.REJECTED;
    }

    private static boolean isValue(Class<?> type) {
        // Exceptions outside of java.* have been used to make a reader run what it should not.
        return PACKAGES.contains(type.getPackageName())
                || (type.getName().startsWith("java.") && Throwable.class.isAssignableFrom(type));
    }

    private boolean isOfCall(Class<?> type) {
        String source = source(type);
        return (source != null && sources().contains(source)) || call.classes().contains(type);
    }

    /** Where the code of the call is; looked for when it is needed, as most results are values. */
    private Set<String> sources() {
        if (sources.isEmpty()) {
            for (Class<?> type : call.classes()) {
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
