package org.gleaner.checks;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * The rules of the architecture over the modules below one root package. The real code has one root, the planted
 * violations another, so a planted class meets the very rule that the real code meets. Immutable.
 */
final class ArchitectureRules {
    private static final int PARAMETERS = 6;

    /** Which modules a module may import. `checks` is outside of this: nothing imports it, and it imports all. */
    private static final Map<String, List<String>> MAY_IMPORT = new TreeMap<>(Map.of(
            "core", List.of(),
            "protocol", List.of("core"),
            "terminal", List.of("core", "protocol"),
            "server", List.of("core", "protocol"),
            "agent", List.of("core", "protocol", "terminal"),
            "client", List.of("core", "protocol"),
            "runner", List.of("core", "protocol", "client"),
            "simulator", List.of("core"),
            "cli", List.of("core", "protocol", "terminal", "server", "agent", "client", "runner", "simulator"),
            "lab", List.of("core", "protocol", "terminal", "server", "agent", "client", "simulator", "cli")));

    private static final Set<String> BANNED_PACKAGES =
            Set.of("util", "utils", "common", "shared", "impl", "dto", "helper", "helpers");

    /** Libraries that hand out behaviour only to heirs. */
    private static final List<String> MAY_BE_EXTENDED = List.of(
            "java.lang.Object",
            "java.lang.Record",
            "java.lang.Enum",
            // A handler of Jetty without servlets is a subclass of one of its nested classes.
            "org.eclipse.jetty.server.Handler$",
            // And a call that is served as another one is a wrapper.
            "org.eclipse.jetty.server.Request$Wrapper",
            // The JDK lets only a subclass choose how hard it works.
            "java.util.zip.GZIPOutputStream",
            // The JDK's way to watch or bound a stream.
            "java.io.Filter",
            "java.io.InputStream",
            "java.io.OutputStream",
            // Only a subclass learns which classes are written, or says where they are found.
            "java.io.ObjectInputStream",
            "java.io.ObjectOutputStream",
            // Jackson finds codecs by class.
            "com.fasterxml.jackson.databind.",
            // Programs of others split their problems by these.
            "org.gleaner.client.problem.DataManager",
            // Logback is extended by subclasses of its bases.
            "ch.qos.logback.");

    /** What programs of others extend: the paper's names, and its way. */
    private static final Set<String> OPEN_TO_OTHERS =
            Set.of("org.gleaner.client.problem.DataManager", "org.gleaner.client.problem.IndexRanges");

    private final String root;

    ArchitectureRules(String root) {
        this.root = root;
    }

    static Set<String> modules() {
        return MAY_IMPORT.keySet();
    }

    /** Whatever imports each other is one thing with two names: neither can be read, or changed, alone. */
    ArchRule packagesImportEachOtherInOneDirection() {
        return SlicesRuleDefinition.slices()
                .matching(root + ".(*).(*)..")
                .should()
                .beFreeOfCycles()
                .because("packages are read in an order");
    }

    ArchRule coreKnowsOnlyTheJdk() {
        return classes()
                .that(resideInAPackage(root + ".core.."))
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(root + ".core..", "java..", "org.jspecify.."))
                .because("the brain is a pure function and takes no library");
    }

    ArchRule coreTouchesNothingOutside() {
        return noClasses()
                .that(resideInAPackage(root + ".core.."))
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                                "java.io..",
                                "java.nio.file..",
                                "java.nio.channels..",
                                "java.net..",
                                "java.sql..",
                                "java.util.concurrent..",
                                "java.util.logging..")
                        .or(describe(
                                "threads, processes and timers",
                                type -> Set.of(
                                                "java.lang.Thread",
                                                "java.lang.ThreadLocal",
                                                "java.lang.Process",
                                                "java.lang.ProcessBuilder",
                                                "java.lang.ProcessHandle",
                                                "java.lang.Runtime",
                                                "java.util.Timer")
                                        .contains(type.getName()))))
                .because("only shells do I/O, and one thread owns the state");
    }

    ArchRule coreReadsNoClockAndNoEnvironment() {
        return coreNeverUses(
                "a clock or the environment",
                access ->
                        (owner(access).startsWith("java.time.") && name(access).startsWith("now"))
                                || (owner(access).equals("java.time.Clock")
                                        && name(access).startsWith("system"))
                                || is(access, "java.time.Clock", "tickMillis", "tickSeconds", "tickMinutes")
                                || is(access, "java.time.InstantSource", "system")
                                || is(access, "java.time.ZoneId", "systemDefault")
                                || is(
                                        access,
                                        "java.lang.System",
                                        "currentTimeMillis",
                                        "nanoTime",
                                        "getenv",
                                        "getProperty",
                                        "getProperties"),
                "time and settings come in as arguments; otherwise a run cannot be repeated");
    }

    ArchRule coreRollsNoDice() {
        return coreNeverUses(
                "randomness of its own",
                access -> is(access, "java.util.UUID", "randomUUID")
                        || is(access, "java.lang.Math", "random")
                        || is(access, "java.util.Random", "<init>")
                        || is(access, "java.util.SplittableRandom", "<init>")
                        || is(access, "java.security.SecureRandom", "<init>", "getInstanceStrong")
                        || is(access, "java.util.random.RandomGenerator", "getDefault", "of")
                        || owner(access).equals("java.util.random.RandomGeneratorFactory")
                        || owner(access).equals("java.util.concurrent.ThreadLocalRandom")
                        || (is(access, "java.util.Collections", "shuffle") && parameters(access) == 1),
                "randomness is handed in, seeded in simulations");
    }

    /** A private HashMap that is only looked things up in is allowed; a rule cannot see whether it is iterated. */
    ArchRule coreIteratesInAStatedOrder() {
        return coreNeverUses(
                "a collection without a stated order",
                access -> is(access, "java.util.Set", "of", "copyOf")
                        || is(access, "java.util.Map", "of", "ofEntries", "copyOf")
                        || is(access, "java.util.IdentityHashMap", "<init>")
                        || is(
                                access,
                                "java.util.stream.Collectors",
                                "toSet",
                                "toUnmodifiableSet",
                                "toUnmodifiableMap",
                                "partitioningBy")
                        || (is(access, "java.util.stream.Collectors", "toMap") && parameters(access) < 4)
                        || (is(access, "java.util.stream.Collectors", "groupingBy") && parameters(access) < 3)
                        || name(access).equals("parallelStream")
                        || (owner(access).startsWith("java.util.stream.")
                                && name(access).equals("parallel")),
                "it differs from one JVM to the next; use List.copyOf, TreeMap, LinkedHashMap, EnumMap");
    }

    ArchRule modulesImportWhatTheyMay() {
        CompositeArchRule all = null;
        for (Map.Entry<String, List<String>> entry : MAY_IMPORT.entrySet()) {
            List<String> forbidden = new ArrayList<>(MAY_IMPORT.keySet());
            forbidden.remove(entry.getKey());
            forbidden.removeAll(entry.getValue());
            if (forbidden.isEmpty()) {
                continue;
            }
            ArchRule one = noClasses()
                    .that(resideInAPackage(root + "." + entry.getKey() + ".."))
                    .should()
                    .dependOnClassesThat(resideInAnyPackage(forbidden.stream()
                            .map(module -> root + "." + module + "..")
                            .toArray(String[]::new)))
                    .because(entry.getKey() + " may import only " + entry.getValue())
                    .allowEmptyShould(true);
            all = all == null ? CompositeArchRule.of(one) : all.and(one);
        }
        return all == null ? CompositeArchRule.of(List.of()) : all;
    }

    /** Selectors are words that people write; they live beside the grid that understands them. */
    ArchRule clientHasResultsOfItsOwn() {
        return noClasses()
                .that(resideInAPackage(root + ".client..").and(resideOutsideOfPackage(root + ".client.call..")))
                .should()
                .dependOnClassesThat(resideInAPackage(root + ".core.grid..")
                        .and(describe(
                                "are no selectors", type -> !type.getName().contains(".Selector"))))
                .because("what the grid replies may change, what people's programs get may not");
    }

    ArchRule clientPrintsNothing() {
        return noClasses()
                .that(resideInAPackage(root + ".client.."))
                .should()
                .dependOnClassesThat(describe(
                        "print",
                        type -> Set.of("java.io.PrintStream", "java.io.PrintWriter", "java.io.Console")
                                .contains(type.getName())))
                .because("it is a library: whoever uses it has a screen, a window or nothing to print on");
    }

    ArchRule simulatorHasNoSchedulingRule() {
        return noClasses()
                .that(resideInAPackage(root + ".simulator.."))
                .should()
                .dependOnClassesThat(resideInAPackage(root + ".core.scheduling.."))
                .because("a rule has one home; the simulator names strategies and asks the grid");
    }

    ArchRule classesAreClosed() {
        return everyClass("be final, sealed, a record, an enum, an interface or an exception", (type, problem) -> {
            boolean closed = type.isInterface()
                    || type.isEnum()
                    || type.isRecord()
                    || type.isAnonymousClass()
                    || type.getModifiers().contains(JavaModifier.FINAL)
                    || type.isAssignableTo(Throwable.class)
                    || OPEN_TO_OTHERS.contains(type.getName())
                    || type.reflect().isSealed();
            if (!closed) {
                problem.accept(type, "is open to heirs");
            }
        });
    }

    ArchRule classesInheritNoImplementation() {
        return everyClass("inherit no implementation", (type, problem) -> {
            boolean alone = type.isInterface()
                    || type.isAssignableTo(Throwable.class)
                    || type.getRawSuperclass()
                            .map(parent -> MAY_BE_EXTENDED.stream()
                                            .anyMatch(
                                                    allowed -> parent.getName().startsWith(allowed))
                                    || (parent.isEnum() && type.isAnonymousClass()))
                            .orElse(true);
            if (!alone) {
                problem.accept(
                        type,
                        "extends "
                                + type.getRawSuperclass()
                                        .map(JavaClass::getName)
                                        .orElse("?"));
            }
        });
    }

    ArchRule packagesAreNamedAfterTheDomain() {
        return everyClass("live in packages named after the domain", (type, problem) -> {
            String below = type.getPackageName().startsWith(root)
                    ? type.getPackageName().substring(root.length())
                    : type.getPackageName();
            if (Arrays.stream(below.split("\\.", -1)).anyMatch(BANNED_PACKAGES::contains)) {
                problem.accept(type, "is in " + type.getPackageName());
            }
        });
    }

    ArchRule parametersAreFew() {
        return everyClass("have at most " + PARAMETERS + " parameters", (type, problem) -> {
            if (type.isAnonymousClass()) {
                return; // What it captures is passed to its constructor.
            }
            for (JavaCodeUnit unit : type.getCodeUnits()) {
                boolean constructor = unit.isConstructor();
                boolean generated =
                        unit.getModifiers().contains(JavaModifier.SYNTHETIC) || (type.isRecord() && constructor);
                int hidden = constructor && type.isEnum() ? 2 : constructor && type.isInnerClass() ? 1 : 0;
                if (!generated && unit.getRawParameterTypes().size() - hidden > PARAMETERS) {
                    problem.accept(type, unit.getFullName() + " has too many: group them in a record");
                }
            }
        });
    }

    private ArchRule coreNeverUses(String what, Predicate<JavaAccess<?>> banned, String why) {
        return noClasses()
                .that(resideInAPackage(root + ".core.."))
                .should()
                .accessTargetWhere(describe(what, banned))
                .because(why);
    }

    private ArchRule everyClass(String duty, BiConsumer<JavaClass, BiConsumer<JavaClass, String>> inspection) {
        return classes().that(resideInAPackage(root + "..")).should(new ArchCondition<>(duty) {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                inspection.accept(
                        type,
                        (where, problem) ->
                                events.add(SimpleConditionEvent.violated(where, where.getName() + " " + problem)));
            }
        });
    }

    private static boolean is(JavaAccess<?> access, String owner, String... names) {
        return owner(access).equals(owner) && Arrays.asList(names).contains(name(access));
    }

    private static String owner(JavaAccess<?> access) {
        return access.getTargetOwner().getName();
    }

    private static String name(JavaAccess<?> access) {
        return access.getTarget().getName();
    }

    private static int parameters(JavaAccess<?> access) {
        String signature = access.getTarget().getFullName();
        String inside = signature.substring(signature.indexOf('(') + 1, signature.lastIndexOf(')'));
        return inside.isEmpty() ? 0 : inside.split(",", -1).length;
    }
}
