package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.gleaner.core.attempt.AttemptReport.Usage;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.MemorySize;
import org.jspecify.annotations.Nullable;

/** What all accounts of an attempt say alike: where it ran, since when, how it ended and what it used. */
final class AttemptJson {
    private AttemptJson() {}

    static void writePlace(JsonGenerator out, NodeId node, String nodeName, Instant assigned) throws IOException {
        out.writeNumberField("nodeId", node.value());
        out.writeStringField("node", nodeName);
        Members.instant(out, "assigned", assigned);
    }

    static void writeCause(JsonGenerator out, Outcome cause, int exitCode, Usage usage) throws IOException {
        out.writeStringField("cause", cause.word());
        out.writeNumberField("exitCode", exitCode);
        writeUsage(out, usage);
    }

    static void writeUsage(JsonGenerator out, Usage usage) throws IOException {
        Members.millis(out, "runMs", usage.run());
        Members.millis(out, "cpuMs", usage.cpu());
        if (usage.isPeakKnown()) {
            out.writeNumberField("peakBytes", usage.peak().bytes());
        }
    }

    /** What an attempt used, while an object is being read. */
    static final class UsageFields {
        private Duration run = Duration.ZERO;
        private Duration cpu = Duration.ZERO;
        private MemorySize peak = MemorySize.ZERO;

        void take(String field, JsonInput in) throws IOException {
            switch (field) {
                case "runMs" -> run = in.millis();
                case "cpuMs" -> cpu = in.millis();
                case "peakBytes" -> peak = in.size();
                default -> in.skip();
            }
        }

        Usage usage() {
            return new Usage(run, cpu, peak);
        }
    }

    /** The fields that attempts have in common, while an object is being read. */
    static final class Fields {
        private @Nullable NodeId node;
        private String nodeName = "";
        private @Nullable Instant assigned;
        private @Nullable Instant ended;
        private @Nullable Outcome cause;
        private int exitCode;
        private final UsageFields usage = new UsageFields();

        void take(String field, JsonInput in) throws IOException {
            switch (field) {
                case "nodeId" -> node = new NodeId(in.number());
                case "node" -> nodeName = in.text();
                case "assigned" -> assigned = in.instant();
                case "ended" -> ended = in.instant();
                case "cause" -> cause = in.word(Words.OUTCOMES);
                case "exitCode" -> exitCode = in.integer();
                default -> usage.take(field, in);
            }
        }

        Ran ran(JsonInput in) throws IOException {
            return new Ran(
                    in.required(node, "nodeId"),
                    nodeName,
                    in.required(assigned, "assigned"),
                    ended,
                    cause,
                    exitCode,
                    usage.usage());
        }
    }

    /** What attempts have in common; {@code ended} and {@code cause} are null while it is live. */
    record Ran(
            NodeId node,
            String nodeName,
            Instant assigned,
            @Nullable Instant ended,
            @Nullable Outcome cause,
            int exitCode,
            Usage usage) {}
}
