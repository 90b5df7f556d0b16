package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.gleaner.core.attempt.Failures;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.PastAttempt;
import org.gleaner.core.attempt.PastAttempt.End;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.Owner;
import org.gleaner.protocol.message.PastPage;

/** What ran where, and what failed for which reason. */
public final class PastJson {
    private PastJson() {}

    public static void writeFailures(JsonGenerator out, Failures failures) throws IOException {
        StatusJson.start(out);
        writeFailureFields(out, failures);
        out.writeEndObject();
    }

    /** Without the object around them. */
    public static void writeFailureFields(JsonGenerator out, Failures failures) throws IOException {
        out.writeNumberField("nodes", failures.nodes());
        Members.objects(out, "failures", failures.groups(), (json, one) -> {
            json.writeStringField("cause", one.cause().word());
            json.writeStringField("line", one.line());
            json.writeNumberField("attempts", one.attempts());
            json.writeNumberField("tasks", one.tasks());
            json.writeNumberField("nodes", one.nodes());
            json.writeNumberField("example", one.example());
        });
        out.writeBooleanField("more", failures.more());
    }

    public static Failures readFailures(JsonInput in) throws IOException {
        int nodes = 0;
        List<Failures.Group> groups = null;
        boolean more = false;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "nodes" -> nodes = in.count();
                case "failures" -> groups = in.list(JsonLimits.ROWS, PastJson::readGroup);
                case "more" -> more = in.flag();
                default -> in.skip();
            }
        }
        return new Failures(nodes, in.required(groups, "failures"), more);
    }

    private static Failures.Group readGroup(JsonInput in) throws IOException {
        Outcome cause = null;
        String line = "";
        int attempts = 0;
        int tasks = 0;
        int nodes = 0;
        int example = 0;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "cause" -> cause = in.word(Words.OUTCOMES);
                case "line" -> line = in.text();
                case "attempts" -> attempts = in.count();
                case "tasks" -> tasks = in.count();
                case "nodes" -> nodes = in.count();
                case "example" -> example = in.count();
                default -> in.skip();
            }
        }
        return new Failures.Group(in.required(cause, "cause"), line, attempts, tasks, nodes, example);
    }

    public static void writePast(JsonGenerator out, PastPage page) throws IOException {
        StatusJson.start(out);
        Members.objects(out, "attempts", page.attempts(), (json, one) -> {
            json.writeStringField("attempt", one.attempt().toString());
            json.writeStringField("name", one.job());
            json.writeStringField("type", one.type());
            json.writeStringField("owner", one.owner().name());
            AttemptJson.writePlace(json, one.node(), one.nodeName(), one.assigned());
            End end = one.end();
            if (end != null) {
                Members.instant(json, "ended", end.at());
                AttemptJson.writeCause(json, end.cause(), end.exitCode(), end.usage());
                Members.textIfAny(json, "line", end.line());
            }
            PastAttempt.Resumed resumed = one.resumed();
            if (resumed != null) {
                json.writeNumberField(resumed.laid() ? "resumedFrom" : "notResumedFrom", resumed.from());
            }
            if (one.partials() > 0) {
                json.writeNumberField("partials", one.partials());
            }
        });
        out.writeBooleanField("more", page.more());
        out.writeEndObject();
    }

    public static PastPage readPast(JsonInput in) throws IOException {
        List<PastAttempt> attempts = null;
        boolean more = false;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "attempts" -> attempts = in.list(JsonLimits.ROWS, PastJson::readOne);
                case "more" -> more = in.flag();
                default -> in.skip();
            }
        }
        return new PastPage(in.required(attempts, "attempts"), more);
    }

    private static PastAttempt readOne(JsonInput in) throws IOException {
        AttemptId attempt = null;
        String name = "";
        String type = "";
        Owner owner = null;
        String line = "";
        PastAttempt.Resumed resumed = null;
        int partials = 0;
        AttemptJson.Fields ran = new AttemptJson.Fields();
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "attempt" -> attempt = in.attempt();
                case "name" -> name = in.text();
                case "type" -> type = in.text();
                case "owner" -> owner = new Owner(in.text());
                case "line" -> line = in.text();
                case "resumedFrom" -> resumed = new PastAttempt.Resumed(in.count(), true);
                case "notResumedFrom" -> resumed = new PastAttempt.Resumed(in.count(), false);
                case "partials" -> partials = in.count();
                default -> ran.take(field, in);
            }
        }
        AttemptJson.Ran it = ran.ran(in);
        Instant ended = it.ended();
        return new PastAttempt(
                in.required(attempt, "attempt"),
                name,
                type,
                in.required(owner, "owner"),
                it.node(),
                it.nodeName(),
                it.assigned(),
                ended == null
                        ? null
                        : new End(ended, in.required(it.cause(), "cause"), it.exitCode(), it.usage(), line),
                resumed,
                partials);
    }
}
