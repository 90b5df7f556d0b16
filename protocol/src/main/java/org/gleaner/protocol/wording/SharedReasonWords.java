package org.gleaner.protocol.wording;

import org.gleaner.core.grid.Cause;
import org.gleaner.core.grid.Cause.Behind;
import org.gleaner.core.grid.Cause.Blocked;
import org.gleaner.core.grid.Cause.Turn;
import org.gleaner.core.grid.Reason;
import org.gleaner.protocol.message.Explanation;
import org.gleaner.protocol.message.Explanation.Said;

/**
 * What is true of all jobs with causes of one class, whose facts differ: no figure, and the name of nothing. Nor does
 * it have the word of a cause, by which whoever shows it would add a hint made of facts.
 */
final class SharedReasonWords {
    private static final String FIX = "Fix the causes, then retry the jobs.";

    private static final Phrasebook<Cause, Said> BOOK = new Phrasebook<Cause, Said>(Cause.class)
            .on(
                    Cause.Plain.class,
                    it -> ReasonWords.plain(it.kind(), "suitable machines", false)
                            .named(ReasonWords.word(it)))
            .on(
                    Cause.RefusedByNodes.class,
                    it -> Said.of(
                            "suitable machines could not start their commands",
                            "If a command is wrong, submit a corrected job; otherwise install what it needs there, then"
                                    + " retry the job."))
            .on(Cause.FitsNone.class, it -> Said.of("no connected machine has what a task needs", ""))
            .on(Cause.Misfit.class, it -> Said.of("machines lack something that a task needs", ""))
            .on(Cause.Busy.class, it -> Said.of("suitable machines are busy", ""))
            .on(Turn.NextToAsk.class, it -> Said.of("machines have room; the next to ask gets a task", ""))
            .on(
                    Cause.AwaitsMore.class,
                    it -> Said.of(
                            "the jobs are growing and have nothing left to do",
                            "Add tasks, or seal those that will get no more."))
            .on(
                    Cause.AwaitsHost.class,
                    it -> Said.of(
                            "hosts of problems have not made the next units yet: they wait for their turn (setting"
                                    + " problem-hosts), are at work, or have to wait for something of the server",
                            "A problem whose host does not answer for a long time during its turn is stopped."))
            .on(
                    Cause.HostCramped.class,
                    it -> Said.of(
                            "problems make no more units: what they keep would exceed a quota",
                            "Delete old jobs; then they go on by themselves."))
            .on(
                    Cause.HostStopped.class,
                    it -> Said.of("the problems were stopped", "Fix their code and submit them again."))
            .on(Cause.NotNeeded.class, it -> Said.of("the problems are solved; these units were no longer needed", ""))
            .on(
                    Cause.NodesInUse.class,
                    it -> Said.of(
                            "suitable machines take no work now, because other programs or people use them, or their"
                                    + " rules say so",
                            "They get work again when they are free."))
            .on(
                    Cause.Throttled.class,
                    it -> Said.of(
                            "each job already runs the most attempts it may (at-most)", "Raise their at-most limits."))
            .on(
                    Cause.CanaryFirst.class,
                    it -> Said.of(
                            "one task of each job goes first (--canary)", "The others start when that one is done."))
            .on(Cause.LicencesInUse.class, it -> Said.of("what a task needs of the pool's resources is in use", ""))
            .on(
                    Turn.OtherOwner.class,
                    it -> Said.of("another user goes first: they have had less of the pool for their weight", ""))
            .on(
                    Turn.UnknownLength.class,
                    it -> Said.of(
                            "the run times of their types are not known yet; while others wait, such tasks get at"
                                    + " most their owner's share of the pool",
                            "The limit ends when the first task of the type is done."))
            .on(
                    Behind.HigherPriority.class,
                    it -> Said.of("jobs of the same owner with a higher priority go first", ""))
            .on(Behind.CloseDeadline.class, it -> Said.of("jobs of the same owner with close deadlines go first", ""))
            .on(
                    Behind.LessServed.class,
                    it -> Said.of("other jobs of the same owner go first: for their weight they have had no more", ""))
            .on(
                    Behind.TypeFirst.class,
                    it -> Said.of(
                            "other types of the same owner go first, by the weights of their types",
                            "An admin can change the setting weights."))
            .on(Behind.Older.class, it -> Said.of("jobs of the same owner and type, and older, go first", ""))
            .on(Cause.After.class, it -> Said.of("waiting for other jobs", ""))
            .on(Cause.NotBefore.class, it -> Said.of("scheduled to start later", ""))
            .on(
                    Cause.LateForDeadline.class,
                    it -> Said.of(
                            "their deadlines are past, or a forecast said that they would be missed",
                            "The jobs keep running anyway. Give the jobs later deadlines, or none."))
            .on(
                    Cause.Held.class,
                    it -> Said.of("on hold since the jobs were submitted", "Resume the jobs to release them."))
            .on(
                    Cause.Braked.class,
                    it -> Said.of(
                            "paused by the jobs themselves",
                            "Look at what their failed tasks wrote, fix the causes, then retry the jobs."))
            .on(
                    Blocked.TooLarge.class,
                    it -> Said.of(
                            "blocked: the jobs are larger than this server accepts",
                            "Submit them again in a smaller form."))
            .on(
                    Blocked.InputLost.class,
                    it -> Said.of(
                            "blocked: tasks need files that the server has lost",
                            "Retry the jobs with their files from where you submitted them."))
            .on(
                    Blocked.FilesNotThere.class,
                    it -> Said.of(
                            "blocked: tasks can't have the files they take from other jobs",
                            "Submit the jobs that were to leave them again, then these."))
            .on(
                    Blocked.NodesLost.class,
                    it -> Said.of("blocked: tasks were lost with too many machines (max-lost)", FIX))
            .on(Blocked.LimitReached.class, it -> Said.of("blocked: tasks reached one of their limits", FIX))
            .on(Blocked.Failed.class, it -> Said.of("blocked: tasks failed", FIX))
            .on(Blocked.StartsNowhere.class, it -> Said.of("blocked: no machine could start them", FIX))
            .on(
                    Cause.Cancelled.class,
                    it -> Said.of("cancelled", "Retry the jobs to run them again, first those that others waited for."))
            .on(
                    Cause.Stopping.class,
                    it -> Said.of(
                            "cancelled, and still being stopped",
                            "Wait until none of them runs; then retry the jobs to run them again."))
            .on(
                    Cause.NothingFailed.class,
                    it -> Said.of("cancelled because other jobs ended without the failure they were waiting for", ""))
            .on(
                    Cause.Suspended.class,
                    it -> Said.of(
                            "suspended while the machines are in use",
                            "They continue when these are free again, or restart elsewhere if that takes too long."))
            .on(Cause.Running.class, it -> Said.of("running", ""))
            .on(Cause.Queued.class, it -> Said.of("queued on machines, behind others of their jobs", ""))
            .complete();

    private SharedReasonWords() {}

    static Explanation.Point point(Reason example) {
        return new Explanation.Point(
                example.job(), example.kind(), example.tasks(), example.nodes(), BOOK.say(example.cause()));
    }
}
