package org.gleaner.client.child;

import java.util.List;

/** What the program on a node consists of: its own package, and what classes with calls in them may name. */
public final class ChildClasses {
    private static final List<String> NAMES = List.of(
            "Gleaner",
            "child/AnnouncedLengths",
            "child/Bytes",
            "child/CallFile",
            "child/CallKey",
            "child/CallOutcome",
            "child/CallOutcome$Kind",
            "child/CallProgress",
            "child/CallRandom",
            "child/CallRunner",
            "child/CallRunner$Result",
            "child/ChildClasses",
            "child/ChildMain",
            "child/ChildProperties",
            "child/ExitCall",
            "child/HashNesting",
            "child/HostMain",
            "child/HostMain$Said",
            "child/LostReaders",
            "child/ObjectReader",
            "child/ObjectReader$Stream",
            "child/ObjectWriter",
            "child/ObjectWriter$Bounded",
            "child/OutcomeFile",
            "child/PatientReader",
            "child/ResultReader",
            "child/ResultReader$1",
            "child/ResultReader$Read",
            "child/RunningCall",
            "child/SharedCopies",
            "child/TaskOrders",
            "child/TaskOrders$OneTask",
            "child/TraceText",
            "child/Traces",
            "child/Traces$Seal",
            "child/TravellingCall",
            "child/UnitOutcome",
            "executor/Action",
            "executor/CallCounts",
            "executor/CannotTravelException",
            "executor/ExecutorOptions",
            "executor/ExecutorSource",
            "executor/GridException",
            "executor/GridExecutor",
            "executor/MappedCall",
            "executor/Mapping",
            "executor/ProgressBar",
            "executor/RanElsewhere",
            "executor/Task",
            "executor/Tasks",
            "problem/Algorithm",
            "problem/DataManager",
            "problem/Granularity",
            "problem/IndexRange",
            "problem/IndexRanges",
            "problem/Problem",
            "problem/Problem$Wishes",
            "problem/Splitting",
            "problem/Splitting$UnitCall",
            "problem/SubmittedProblem");

    private static final String PACKAGE = "org/gleaner/client/";

    private ChildClasses() {}

    /** @param name as a path, without its ending */
    public static boolean has(String name) {
        return name.startsWith(PACKAGE) && NAMES.contains(name.substring(PACKAGE.length()));
    }

    public static List<String> files() {
        return NAMES.stream().map(name -> PACKAGE + name + ".class").toList();
    }
}
