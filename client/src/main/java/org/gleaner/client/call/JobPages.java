package org.gleaner.client.call;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.JobPage;

/** Long lists of jobs, part by part. */
public final class JobPages {
    /** As many jobs as one answer may name. */
    public static final int PAGE = 1000;

    private JobPages() {}

    /** All of them, but at most so many; one that ends between two parts is told once, as it was last. */
    public static JobPage all(UserCalls calls, JobList list, int most) throws CallFailed {
        Map<JobId, JobSummary> jobs = new LinkedHashMap<>();
        Map<JobId, Forecast.Span> forecasts = new LinkedHashMap<>();
        String next = "";
        boolean more = true;
        Instant now = null;
        while (more && jobs.size() < most) {
            JobPage page = calls.jobs(list.from(next).atMost(PAGE)).get();
            int before = jobs.size();
            page.jobs().forEach(job -> jobs.put(job.id(), job));
            forecasts.putAll(page.forecasts());
            more = page.more();
            now = page.now();
            if (page.next().isEmpty() || jobs.size() == before) {
                // A server that can't go on, or leads back, would be asked for ever.
                break;
            }
            next = page.next();
        }
        return new JobPage(List.copyOf(jobs.values()), more, "", null, forecasts, now);
    }
}
