package org.gleaner.protocol.wording;

import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.gleaner.core.grid.Violation;
import org.gleaner.core.job.Counted;
import org.gleaner.core.job.MemorySize;

/** For what a job can't be accepted. */
final class ViolationWords {
    static final String AFTER = "/turn/after";
    static final String TOO_LARGE = "it is larger than this server accepts; submit it again in a smaller form";

    private static final Phrasebook<Violation, String> BOOK = new Phrasebook<Violation, String>(Violation.class)
            .on(Violation.Plain.class, it -> switch (it) {
                case FILES_FOR_SEVERAL_JOBS ->
                    "new versions of files go to one whole job; select it by its number alone";
                case GROWING_IN_ORDER ->
                    "a growing job can't wait for other jobs, and no job can wait for one task by task;"
                            + " add its tasks when they may start";
                case WEBHOOKS_OFF -> "this server notifies no web addresses (setting webhooks is off)";
                case WEBHOOK_NOT_PLAIN ->
                    "the address to notify must be plain, such as https://host/path, without a user name or a fragment";
            })
            .on(Violation.TooMuch.class, ViolationWords::tooMuch)
            .on(Violation.WrongEntries.class, it -> "its entries do not add up to " + it.wanted())
            .on(
                    Violation.WrongCells.class,
                    it -> "entry " + it.entry() + " has " + Counted.of(it.cells(), "cell") + " where the job has "
                            + Counted.of(it.columns(), "column"))
            .on(Violation.OtherEntries.class, it -> "the number of new entries differs from that of job " + it.job())
            .on(Violation.UnusableFile.class, ViolationWords::unusable)
            .on(
                    Violation.WebhookNotListed.class,
                    it -> "this server does not notify " + it.host()
                            + "; its admin lists the allowed hosts in the setting webhooks")
            .on(
                    Violation.NoSuchTask.class,
                    it -> "it waits for task " + it.task() + " of " + job(it.before())
                            + ", which has only "
                            + (it.tasks() == 1 ? "one task" : "the tasks 1 to " + it.tasks()))
            .on(
                    Violation.Uneven.class,
                    it -> "it waits task by task for " + job(it.before())
                            + ", so both need the same number of tasks: that" + " one has " + it.theirs()
                            + ", this one " + it.own())
            .on(
                    Violation.CancelledBefore.class,
                    it -> "it waits for job " + it.before() + ", of which " + it.tasks()
                            + (it.tasks() == 1 ? " task is" : " tasks are") + " cancelled; retry that job first")
            .on(
                    Violation.NothingCanFail.class,
                    it -> "it is to run if job " + it.before() + " fails, but that one ended without a failed task")
            .on(Violation.NoSuchOutput.class, ViolationWords::noSuchOutput)
            .on(
                    Violation.NoSuchColumn.class,
                    it -> "it takes " + it.path() + " from " + job(it.before()) + ", but no column is called "
                            + it.column())
            .on(
                    Violation.OneNameForAll.class,
                    it -> "it takes files of several tasks of " + job(it.before()) + " under the one name " + it.to()
                            + "; put {#}, the number of the task, into that name")
            .on(
                    Violation.UnusableName.class,
                    it -> "it takes files of " + job(it.before()) + " as '" + it.to() + "': " + it.why())
            .on(
                    Violation.Circle.class,
                    it -> it.members().size() == 1
                            ? "job " + it.members().get(0) + " of the list waits for itself"
                            : "the jobs "
                                    + it.members().stream().map(String::valueOf).collect(Collectors.joining(", "))
                                    + " of the list depend on each other in a circle")
            .on(
                    Violation.DeadlinePast.class,
                    it -> "its deadline, " + it.deadline() + ", is already past: by the server's clock it is "
                            + it.now().truncatedTo(ChronoUnit.SECONDS) + "; name a time that is still to come")
            .on(
                    Violation.DeadlineBeforeBegin.class,
                    it -> "its deadline, " + it.deadline() + ", is not after its begin, " + it.begin()
                            + "; name a later deadline or an earlier begin")
            .on(Violation.WrongTerms.class, Violation.WrongTerms::why)
            .complete();

    private static final String WEBHOOK = "/webhook";
    private static final String NOWHERE = "";

    private static final Phrasebook<Violation, String> PLACES = new Phrasebook<Violation, String>(Violation.class)
            .on(Violation.Plain.class, it -> switch (it) {
                case FILES_FOR_SEVERAL_JOBS -> NOWHERE;
                case GROWING_IN_ORDER -> AFTER;
                case WEBHOOKS_OFF, WEBHOOK_NOT_PLAIN -> WEBHOOK;
            })
            .on(Violation.TooMuch.class, it -> switch (it.part()) {
                case TASKS -> "/array";
                case SPEC -> NOWHERE;
                case ENTRY -> "/entries";
                case FILES, FILE_NAMES -> "/inputs";
            })
            .on(Violation.WrongEntries.class, it -> "/entries")
            .on(Violation.WrongCells.class, it -> "/entries")
            .on(Violation.OtherEntries.class, it -> "/entries")
            .on(Violation.UnusableFile.class, it -> "/" + it.list().name().toLowerCase(Locale.ROOT))
            .on(Violation.WebhookNotListed.class, it -> WEBHOOK)
            .on(Violation.NoSuchTask.class, it -> AFTER)
            .on(Violation.Uneven.class, it -> AFTER)
            .on(Violation.CancelledBefore.class, it -> AFTER)
            .on(Violation.NothingCanFail.class, it -> AFTER)
            .on(Violation.NoSuchOutput.class, it -> AFTER)
            .on(Violation.NoSuchColumn.class, it -> AFTER)
            .on(Violation.OneNameForAll.class, it -> AFTER)
            .on(Violation.UnusableName.class, it -> AFTER)
            .on(Violation.Circle.class, it -> NOWHERE)
            .on(Violation.DeadlinePast.class, it -> it.changed() ? "/deadline" : "/turn/deadline")
            .on(Violation.DeadlineBeforeBegin.class, it -> it.changed() ? "/deadline" : "/turn/deadline")
            .on(Violation.WrongTerms.class, it -> NOWHERE)
            .complete();

    private ViolationWords() {}

    /** Where in the description the first of these is that is in one place, as a JSON pointer; empty if none is. */
    static String place(List<Violation> violations) {
        return violations.stream()
                .map(PLACES::say)
                .filter(place -> !place.isEmpty())
                .findFirst()
                .orElse(NOWHERE);
    }

    static String of(Violation violation) {
        return BOOK.say(violation);
    }

    private static String job(Violation.Before before) {
        String member = before.member();
        return "job " + before.id() + (member == null ? "" : " of the list (" + member + ")");
    }

    private static String noSuchOutput(Violation.NoSuchOutput it) {
        return it.path().isEmpty()
                ? "it takes the outputs of " + job(it.before()) + ", which declares none"
                : "it takes " + it.path() + " from " + job(it.before()) + ", which declares no such output";
    }

    private static String unusable(Violation.UnusableFile it) {
        String who = it.entry() == 0 ? "it" : "entry " + it.entry();
        return who + " names " + FaultWords.of(it.fault());
    }

    private static String tooMuch(Violation.TooMuch it) {
        return switch (it.part()) {
            case TASKS ->
                "it has " + it.has() + " tasks; the server accepts at most " + it.most()
                        + " in one job (setting array-limit)";
            case SPEC ->
                "its command, variables, set-up and archives take " + new MemorySize(it.has()) + " of memory; the limit"
                        + " is " + new MemorySize(it.most()) + ": put long texts into an input file";
            case ENTRY ->
                "an entry of a growing job takes " + new MemorySize(it.has()) + "; the limit is "
                        + new MemorySize(it.most()) + ": put its content into a file";
            case FILES ->
                "it names " + it.has() + " inputs and outputs; the limit is " + it.most() + ": pack them into archives";
            case FILE_NAMES ->
                "the names of its files take " + new MemorySize(it.has()) + " of memory; the limit is "
                        + new MemorySize(it.most()) + ": pack them into an archive";
        };
    }
}
