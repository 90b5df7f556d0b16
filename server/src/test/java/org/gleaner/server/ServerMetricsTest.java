package org.gleaner.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.InstantSource;
import org.gleaner.server.loop.LatestImage;
import org.gleaner.server.metric.ServerMetrics;
import org.junit.jupiter.api.Test;

final class ServerMetricsTest {
    @Test
    void bugs_are_counted_from_nought_so_that_an_alert_sees_the_first_one() {
        try (ServerMetrics metrics = new ServerMetrics(new LatestImage(), InstantSource.system())) {
            metrics.answered("GET", "/jobs", 404, Duration.ZERO);
            assertThat(metrics.scrape()).contains("gleaner_bugs_total 0.0");

            metrics.answered("GET", "/jobs", 500, Duration.ZERO);

            assertThat(metrics.scrape()).contains("gleaner_bugs_total 1.0");
        }
    }
}
