package org.gleaner.server.metric;

import java.util.Map;
import java.util.function.BooleanSupplier;
import org.gleaner.server.loop.LatestImage;
import org.gleaner.server.loop.ServerLoop;
import org.gleaner.server.retention.Warnings;

/** What the server warns of, one number for each kind, so that one alert rule covers them all. */
public final class WarningMetrics {
    private WarningMetrics() {}

    public static void bind(ServerMetrics metrics, Warnings warnings, ServerLoop loop, LatestImage latest) {
        for (String code : Warnings.CODES) {
            gauge(
                    metrics,
                    code,
                    () -> warnings.now().stream().anyMatch(one -> one.code().equals(code)));
        }
        gauge(metrics, "database-away", loop::isStoreAway);
        gauge(metrics, "files-away", () -> warnings.trouble().isPresent());
        gauge(metrics, "nodes-silent", () -> isSilent(latest.image().totals().nodes()));
    }

    private static void gauge(ServerMetrics metrics, String kind, BooleanSupplier warns) {
        metrics.gauge(
                "gleaner.warning",
                "1 while the server warns of this kind of trouble",
                () -> warns.getAsBoolean() ? 1 : 0,
                "kind",
                kind);
    }

    /** More than half of the nodes that nobody has stopped. */
    private static boolean isSilent(Map<String, Integer> nodes) {
        int silent = nodes.getOrDefault("away", 0) + nodes.getOrDefault("suspect", 0);
        int there = nodes.getOrDefault("connected", 0) + nodes.getOrDefault("disk-full", 0);
        return silent > there;
    }
}
