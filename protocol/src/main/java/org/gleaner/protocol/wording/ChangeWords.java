package org.gleaner.protocol.wording;

import org.gleaner.core.grid.Remark;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.job.Counted;
import org.gleaner.protocol.message.ChangeReport;

/** What a verb did to jobs, and why it left some tasks alone. */
public final class ChangeWords {
    private static final Phrasebook<Remark, String> BOOK = new Phrasebook<Remark, String>(Remark.class)
            .on(Remark.Plain.class, it -> switch (it) {
                case NONE -> "";
                case TOO_LARGE -> ViolationWords.TOO_LARGE;
            })
            .on(
                    Remark.Stopping.class,
                    it -> it.tasks() == 1
                            ? "1 task is still being stopped; retry it in a moment"
                            : it.tasks() + " tasks are still being stopped; retry them in a moment")
            .on(
                    Remark.AfterCancelled.class,
                    it -> Counted.of(it.tasks(), "task") + (it.tasks() == 1 ? " waits" : " wait")
                            + " for tasks that are cancelled; retry those first, then this job")
            .on(
                    Remark.NothingFailed.class,
                    it -> Counted.of(it.tasks(), "task") + (it.tasks() == 1 ? " waits" : " wait")
                            + " for a failure in job " + it.before() + ", which ended without one")
            .on(
                    Remark.AskedAgain.class,
                    it -> Counted.of(it.nodes(), "node") + " that could not start it may try again now")
            .on(
                    Remark.Followed.class,
                    it -> (it.tasks() == 1 ? "because it" : "because they") + " waited for job " + it.job())
            .complete();

    private ChangeWords() {}

    public static ChangeReport report(Reply.Changed changed) {
        return new ChangeReport(
                changed.verb(),
                changed.jobs().stream()
                        .map(job -> new ChangeReport.Line(job.job(), job.changed(), job.left(), BOOK.say(job.remark())))
                        .toList());
    }
}
