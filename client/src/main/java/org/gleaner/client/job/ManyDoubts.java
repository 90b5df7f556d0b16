package org.gleaner.client.job;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.client.description.Draft;
import org.gleaner.client.description.JobDescription;
import org.gleaner.core.job.Counted;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.node.Demand;

/** What speaks against jobs of one file, summed up: ten thousand that are alike are one call and one sentence. */
public final class ManyDoubts {
    /** So many different demands the server is asked about. */
    private static final int MOST_ASKED = 20;

    private static final int MOST_TOLD = 10;

    /** What may decide whether a node can run a job. */
    private record Asked(Demand demand, String type) {}

    private record Doubted(int jobs, int line) {}

    private final Map<Asked, List<String>> asked = new LinkedHashMap<>();
    private final Map<String, Doubted> doubts = new LinkedHashMap<>();
    private int unasked;

    private ManyDoubts() {}

    /** One sentence each, which names a line of the file. */
    public static List<String> of(PreparedJobs jobs) {
        ManyDoubts all = new ManyDoubts();
        for (int i = 0; i < jobs.jobs().size(); i++) {
            Draft draft = jobs.source().jobs().get(i).draft();
            if (!draft.has("no-check")) {
                JobDescription job = jobs.jobs().get(i);
                int line = jobs.source().jobs().get(i).line();
                job.caveats().warnings().forEach(one -> all.add(one, line));
                all.ask(jobs, job.spec()).forEach(one -> all.add(one, line));
            }
        }
        return all.told();
    }

    private List<String> ask(PreparedJobs jobs, JobSpec spec) {
        if (Doubts.takesAny(spec)) {
            return List.of();
        }
        Asked question = new Asked(Demand.of(spec), spec.type());
        List<String> known = asked.get(question);
        if (known == null && asked.size() < MOST_ASKED) {
            known = Doubts.of(spec, jobs.calls());
            asked.put(question, known);
        }
        unasked += known == null ? 1 : 0;
        return known == null ? List.of() : known;
    }

    private void add(String doubt, int line) {
        doubts.merge(doubt, new Doubted(1, line), (old, one) -> new Doubted(old.jobs + 1, old.line));
    }

    private List<String> told() {
        List<String> told = new ArrayList<>();
        for (Map.Entry<String, Doubted> one : doubts.entrySet()) {
            if (told.size() == MOST_TOLD) {
                told.add(Counted.of(doubts.size() - MOST_TOLD, "more warning") + " of this kind not shown.");
                break;
            }
            Doubted where = one.getValue();
            told.add((where.jobs == 1 ? "line " + where.line : where.jobs + " jobs, the first in line " + where.line)
                    + ": " + one.getKey());
        }
        if (unasked > 0) {
            told.add(Counted.of(unasked, "job") + " not checked against the machines of the pool, as they require"
                    + " more than " + MOST_ASKED + " different things.");
        }
        return told;
    }
}
