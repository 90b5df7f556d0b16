package org.gleaner.server.route;

import org.gleaner.core.desk.JobFacts;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.id.JobId;
import org.gleaner.server.http.Exchange;
import org.gleaner.server.http.Refused;

/** The job of a path, if the caller may see it; else the call is refused, as if there were none. */
record VisibleJobs(JobFacts facts) {
    JobId check(Exchange exchange) throws StoreException, Refused {
        JobId job = Parameters.job(exchange);
        if (!facts.shows(Callers.person(exchange), job)) {
            throw unknown(job);
        }
        return job;
    }

    StoredJob job(Exchange exchange) throws StoreException, Refused {
        Caller caller = Callers.person(exchange);
        JobId job = Parameters.job(exchange);
        return facts.job(caller, job).orElseThrow(() -> unknown(job));
    }

    private static Refused unknown(JobId job) {
        return Refused.of(new Rejection.UnknownJob(job));
    }
}
