package org.gleaner.cli.verb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.description.Draft;
import org.gleaner.client.description.JobDescription;
import org.gleaner.client.description.Place;
import org.gleaner.client.description.SeveralJobs;
import org.gleaner.client.file.Hasher;
import org.gleaner.client.job.PreparedJobs;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.http.CallTimeouts;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.ServerConnection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SubmitSeveralTest {
    private static final Draft PLAIN = Draft.of("true");
    private static final Draft DUE = PLAIN.with("deadline", "+1d");

    @TempDir
    Path here;

    private PreparedJobs prepared(List<Draft> drafts) throws Exception {
        Endpoint endpoint = Endpoint.of("http://localhost:1", "token");
        List<JobDescription> known = new ArrayList<>();
        for (Draft draft : List.of(PLAIN, DUE)) {
            known.add(JobDescription.of(draft, Place.of(here)));
        }
        List<SeveralJobs.Described> lines = new ArrayList<>();
        List<JobDescription> jobs = new ArrayList<>();
        for (Draft draft : drafts) {
            lines.add(new SeveralJobs.Described(lines.size() + 1, draft));
            jobs.add(known.get(draft.has("deadline") ? 1 : 0));
        }
        return new PreparedJobs(
                new SeveralJobs("jobs", lines),
                jobs,
                Collections.nCopies(jobs.size(), List.of()),
                new Hasher(),
                endpoint,
                new UserCalls(new ServerConnection(endpoint, CallTimeouts.DEFAULT)));
    }

    private static List<JobId> ids(int count) {
        List<JobId> ids = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            ids.add(new JobId(i));
        }
        return ids;
    }

    @Test
    void a_line_that_wants_no_checks_speaks_for_itself_alone() throws Exception {
        PreparedJobs jobs = prepared(List.of(PLAIN, DUE, DUE.with("no-check"), PLAIN.with("no-check"), DUE));

        assertThat(SubmitSeveral.due(jobs, ids(5))).containsExactly(new JobId(2), new JobId(5));
    }

    /** With a look at all lines for each of them this would take forty billion looks. */
    @Test
    void as_many_lines_as_may_come_are_each_looked_at_once() throws Exception {
        PreparedJobs jobs = prepared(Collections.nCopies(SeveralJobs.MOST, PLAIN));

        assertThat(SubmitSeveral.due(jobs, ids(SeveralJobs.MOST))).isEmpty();
    }
}
