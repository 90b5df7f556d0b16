package org.gleaner.protocol.wording;

import java.time.Duration;
import org.gleaner.core.ahead.Contrast;
import org.gleaner.core.ahead.Remedies;
import org.gleaner.core.ahead.Remedy;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Counted;
import org.gleaner.core.node.Duty;
import org.gleaner.protocol.message.JobAdvice;
import org.jspecify.annotations.Nullable;

/** What would let a job start or be done sooner, in words. */
public final class AdviceWords {
    private static final String OTHERS = "its owner's other jobs";

    /** What is told of a remedy: its kind, what would be changed to what, and how a sentence about it begins. */
    private record Told(String change, String value, String phrase) {}

    private static final Phrasebook<Remedy, Told> BOOK = new Phrasebook<Remedy, Told>(Remedy.class)
            .on(
                    Remedy.Priority.class,
                    it -> new Told(
                            "priority",
                            Integer.toString(it.to()),
                            "With priority " + it.to() + " instead of " + it.from() + ", ahead of " + OTHERS + ","))
            .on(
                    Remedy.NoLimit.class,
                    it -> new Told(
                            "at-most", "none", "Without its limit of " + Counted.of(it.from(), "task") + " at once"))
            .on(
                    Remedy.Copies.class,
                    it -> new Told(
                            "copies",
                            Integer.toString(it.to()),
                            "If several machines were allowed to run the same task,"))
            .on(
                    Remedy.Memory.class,
                    it -> new Told(
                            "memory",
                            it.to().typed(),
                            "With " + it.to().typed() + " of memory per task instead of "
                                    + it.from().typed()
                                    + (it.observed() ? " (such tasks used less)" : ", if that is enough,")))
            .on(
                    Remedy.Cores.class,
                    it -> new Told(
                            "cores",
                            Integer.toString(it.to()),
                            "With " + Counted.of(it.to(), "core") + " per task instead of " + it.from()
                                    + (it.observed() ? " (such tasks used no more)" : ", if that is enough,")))
            .on(
                    Remedy.Resume.class,
                    it -> new Told(
                            "resume",
                            it.node().toString(),
                            "If machine " + it.name() + ", which is "
                                    + (it.from() == Duty.PAUSED ? "paused" : "draining") + ", were given work again,"))
            .on(
                    Remedy.OtherStrategy.class,
                    it -> new Told("strategy", it.to(), "With strategy " + it.to() + " instead of " + it.from()))
            .on(
                    Remedy.OneMore.class,
                    it -> new Told("machine", it.like().toString(), "With one more machine like " + it.name()))
            .complete();

    private AdviceWords() {}

    /** @param own whether the job belongs to the one who is told */
    public static JobAdvice of(JobId job, Remedies.Found found, boolean own) {
        Told told = BOOK.say(found.remedy());
        Contrast.Difference finish = found.finish();
        Contrast.Difference start = found.start();
        return new JobAdvice(
                job,
                JobAdvice.State.FOUND,
                told.change(),
                told.value(),
                own ? told.phrase().replace(OTHERS, "your other jobs") : told.phrase(),
                finish == null ? null : finish.now(),
                finish == null ? null : finish.then(),
                finish == null ? null : gain(finish),
                start == null ? null : new JobAdvice.Start(start.now(), start.then(), gain(start)));
    }

    private static @Nullable Duration gain(Contrast.Difference difference) {
        Duration gain = difference.gain().p50();
        return gain == null || gain.isNegative() ? null : gain;
    }
}
