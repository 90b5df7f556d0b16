package org.gleaner.core.message;

import java.util.List;

/** One answer per report, and new work if it was asked for. */
public record CommitReply(List<CommitAnswer> answers, List<Start> start) {
    public CommitReply {
        answers = List.copyOf(answers);
        start = List.copyOf(start);
    }
}
