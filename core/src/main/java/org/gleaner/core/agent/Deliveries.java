package org.gleaner.core.agent;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.gleaner.core.agent.Holding.Phase;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.KeptText;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.message.CommitAnswer;

/**
 * The way of a report from the end of its attempt to the server: kept on disk, its blobs uploaded, committed, and
 * forgotten once the server has answered for good. Confined to {@link AgentLogic}.
 */
final class Deliveries {
    /** A single report that the server refuses so often is replaced by one without content. */
    private static final int REFUSALS_UNTIL_BARE = 3;

    private static final int REFUSALS_UNTIL_FORGOTTEN = 6;

    /** Characters of a report or a file that have always the same length, generously. */
    private static final int PER_ITEM = 250;

    private final AgentPolicy policy;
    private final Holdings holdings;
    /** The reports of the last commit call. */
    private List<AttemptReport> asked = List.of();

    private boolean oneByOne;

    Deliveries(AgentPolicy policy, Holdings holdings) {
        this.policy = policy;
        this.holdings = holdings;
    }

    /** Results of an earlier life. Their blobs may be on the server already; its answer to the commit tells. */
    void found(List<AttemptReport> kept, Instant now) {
        for (AttemptReport report : kept) {
            holdings.add(Holding.ready(report, true, now));
        }
    }

    void kept(AttemptId attempt, Instant now) {
        Holding holding = holdings.get(attempt);
        if (holding != null && holding.phase == Phase.KEEPING && holding.report != null) {
            send(holding, holding.report.blobs(), now);
        }
    }

    /** Its disk is full or broken: that says nothing about the task or its type, unless the task has filled it. */
    void notKept(AgentInput.ResultNotKept input, Instant now) {
        Holding holding = holdings.get(input.attempt());
        if (holding != null && holding.phase == Phase.KEEPING) {
            String detail = KeptText.notKept(input.why());
            holding.becomes(AttemptReport.bare(input.attempt(), input.outcome(), detail), now);
        }
    }

    /** Asks for the blobs that are neither sent nor on their way. */
    void upload(List<AgentEffect> out) {
        for (Holding holding : holdings.all()) {
            if (holding.phase == Phase.SENDING) {
                for (BlobHash hash : holding.unsent) {
                    if (holding.sending.add(hash)) {
                        out.add(new AgentEffect.Upload(holding.attempt, hash));
                    }
                }
            }
        }
    }

    void uploaded(AttemptId attempt, BlobHash hash, Instant now) {
        Holding holding = holdings.get(attempt);
        if (holding == null) {
            return;
        }
        holding.sending.remove(hash);
        if (holding.unsent.remove(hash) && holding.phase == Phase.SENDING && holding.unsent.isEmpty()) {
            ready(holding, now);
        }
    }

    void uploadFailed(AttemptId attempt, BlobHash hash) {
        Holding holding = holdings.get(attempt);
        if (holding != null) {
            holding.sending.remove(hash);
        }
    }

    void uploadImpossible(AttemptId attempt, String why, Instant now) {
        Holding holding = holdings.get(attempt);
        if (holding != null && holding.phase == Phase.SENDING) {
            String detail = KeptText.notSent(why);
            holding.becomes(AttemptReport.bare(attempt, Outcome.NO_OUTPUT, detail), now);
        } else if (holding != null) {
            // If the server wants it after all, the next try finds out again.
            holding.sending.clear();
        }
    }

    /**
     * The server wants to stop a result that is still being sent. Nobody may need it any more, and sending may
     * take long or, on a full disk, never end; so it is committed as it is. The answer says whether to forget it
     * or which blobs to go on with: while everything is halted it is wanted.
     */
    void askFirst(Holding holding, Instant now) {
        if (holding.phase == Phase.SENDING) {
            again(holding, now);
        }
    }

    /** The reports of the next commit call; one alone while we look for the one that the server refuses. */
    List<AttemptReport> takeReady(Instant now) {
        List<AttemptReport> reports = new ArrayList<>();
        long size = 0;
        for (Holding holding : holdings.all()) {
            AttemptReport report = holding.report;
            boolean tooEarly = holding.refusals > 0 && now.isBefore(holding.due);
            if (report == null || holding.phase != Phase.READY || tooEarly) {
                continue;
            }
            size += sizeOf(report);
            boolean full = reports.size() == policy.mostReports() || size > policy.mostCharacters();
            if (!reports.isEmpty() && (full || oneByOne)) {
                break;
            }
            holding.phase = Phase.COMMITTING;
            reports.add(report);
        }
        asked = reports;
        return reports;
    }

    void answered(List<CommitAnswer> answers, Instant now, List<AgentEffect> out) {
        oneByOne = false;
        for (CommitAnswer answer : answers) {
            Holding holding = holdings.get(answer.attempt());
            if (holding == null || holding.phase != Phase.COMMITTING) {
                continue;
            }
            if (answer.verdict().isFinal()) {
                forget(answer.attempt(), out);
            } else {
                again(holding, now.plus(policy.commitDelay()));
                if (answer.verdict() == CommitAnswer.Verdict.MISSING_BLOBS && holding.report != null) {
                    send(holding, wanted(holding.report, answer.missing()), now);
                }
            }
        }
        // A server that does not speak of some must not be asked without a pause.
        unanswered(now.plus(policy.commitDelay()));
    }

    /** Of a list only the server knows what is in it and has not come: we keep no more than its name in mind. */
    private static List<BlobHash> wanted(AttemptReport report, List<BlobHash> missing) {
        if (report.outputs().list() != null) {
            return missing;
        }
        List<BlobHash> wanted = new ArrayList<>(report.blobs());
        wanted.retainAll(new LinkedHashSet<>(missing));
        return wanted;
    }

    /** The call came to nothing; its reports are ready again. */
    void unanswered(Instant due) {
        for (AttemptReport report : asked) {
            Holding holding = holdings.get(report.attempt());
            if (holding != null && holding.phase == Phase.COMMITTING) {
                again(holding, due);
            }
        }
    }

    /** The server does not take the call as it is; one report alone is to blame, so we look for it. */
    void refused(String code, Instant now, List<AgentEffect> out) {
        if (asked.size() == 1) {
            refused(asked.get(0), code, now, out);
        } else {
            unanswered(now);
        }
        oneByOne = asked.size() != 1;
    }

    private void refused(AttemptReport report, String code, Instant now, List<AgentEffect> out) {
        Holding holding = holdings.get(report.attempt());
        if (holding == null || holding.phase != Phase.COMMITTING) {
            return;
        }
        holding.refusals++;
        again(holding, now.plus(policy.longestPause()));
        if (holding.refusals >= REFUSALS_UNTIL_FORGOTTEN) {
            forget(report.attempt(), out);
        } else if (holding.refusals == REFUSALS_UNTIL_BARE) {
            // Charged to the task, whose result it is: its node and its type have nothing to do with it.
            String detail = KeptText.refused(code);
            holding.report = AttemptReport.bare(report.attempt(), Outcome.NO_OUTPUT, detail);
        }
    }

    /** Everything ready is due now. */
    void hastenAll(Instant now) {
        holdings.all().forEach(holding -> holding.hasten(now));
    }

    /** Only confirms what the server should know already. */
    void confirm(AttemptReport report, Instant now) {
        holdings.add(Holding.ready(report, false, now));
    }

    private void send(Holding holding, List<BlobHash> blobs, Instant now) {
        holding.unsent.clear();
        holding.unsent.addAll(blobs);
        holding.phase = Phase.SENDING;
        if (holding.unsent.isEmpty()) {
            ready(holding, now);
        }
    }

    private void ready(Holding holding, Instant now) {
        holding.phase = Phase.READY;
        holding.due = holding.urgent ? now : now.plus(policy.commitDelay());
    }

    private static void again(Holding holding, Instant due) {
        holding.phase = Phase.READY;
        holding.due = due;
    }

    void forget(AttemptId attempt, List<AgentEffect> out) {
        holdings.remove(attempt);
        out.add(new AgentEffect.ForgetResult(attempt));
    }

    /** About how many characters the report takes in a message, or the server must read for it. */
    private static long sizeOf(AttemptReport report) {
        ResultFile list = report.outputs().list();
        long size = (list == null ? 0 : list.size())
                + PER_ITEM
                + report.detail().length()
                + report.tail().length();
        for (ResultFile file : report.files()) {
            String inline = file.inline();
            size += PER_ITEM + file.path().length() + (inline == null ? 0 : inline.length());
        }
        return size;
    }
}
