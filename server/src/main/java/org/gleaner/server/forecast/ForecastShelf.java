package org.gleaner.server.forecast;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.JobId;

/** Where forecasts lie across a restart. Thread-safe. */
public interface ForecastShelf {
    /**
     * What lies there.
     *
     * @param kept those whose job was done first come first, and open ones last
     * @param over the jobs of open ones that are over, with when they were done; nothing if they were not
     */
    record Contents(List<KeptForecast> kept, Map<JobId, Optional<Instant>> over) {
        public Contents {
            kept = List.copyOf(kept);
            over = Collections.unmodifiableMap(new LinkedHashMap<>(over));
        }
    }

    /** The job that is not any more what forecasts were about, if an event says so: what was said before is void. */
    static Optional<JobId> changed(GridEvent.Hard event) {
        return JobNews.changed(event);
    }

    Contents load() throws StoreException;

    /**
     * Soon they will be there, or not any more; nobody waits for it. What is lost before that is lost.
     *
     * @param kept each replaces the one of the same job and time
     */
    void note(List<KeptForecast> kept, List<KeptForecast> gone);
}
