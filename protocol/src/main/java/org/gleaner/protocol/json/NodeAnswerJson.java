package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.NodeRecord;
import org.gleaner.core.grid.NodeSummary;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Reply.NodeOutcome;
import org.gleaner.core.grid.Reply.NodeRefusal;
import org.gleaner.core.grid.Reply.NodeRun;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Contact;
import org.gleaner.core.node.Duty;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.core.observer.StayWeek;
import org.gleaner.protocol.message.DutyChange;
import org.jspecify.annotations.Nullable;

/** What the server tells people about the machines, and what they want of them. */
public final class NodeAnswerJson {
    private NodeAnswerJson() {}

    public static void writeDuty(JsonGenerator out, DutyChange change) throws IOException {
        out.writeStartObject();
        out.writeStringField("duty", change.duty().word());
        Members.flag(out, "force", change.force());
        out.writeEndObject();
    }

    public static DutyChange readDuty(JsonInput in) throws IOException {
        Duty duty = null;
        boolean force = false;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "duty" -> duty = in.word(Words.DUTIES);
                case "force" -> force = in.flag();
                default -> in.skip();
            }
        }
        return new DutyChange(in.required(duty, "duty"), force);
    }

    public static void writeNodes(JsonGenerator out, Reply.Nodes nodes) throws IOException {
        StatusJson.start(out);
        Members.list(out, "nodes", nodes.nodes(), NodeAnswerJson::writeNode);
        out.writeEndObject();
    }

    private static void writeNode(JsonGenerator out, NodeSummary node) throws IOException {
        out.writeStartObject();
        out.writeNumberField("id", node.id().value());
        out.writeFieldName("facts");
        NodeJson.writeFacts(out, node.facts());
        out.writeFieldName("capacity");
        NodeJson.writeCapacity(out, node.capacity());
        out.writeNumberField("incarnation", node.incarnation());
        out.writeBooleanField("connected", node.connected());
        out.writeStringField("contact", node.contact().word());
        Members.millis(out, "silenceMs", node.silence());
        out.writeNumberField("slotsUsed", node.slotsUsed());
        out.writeNumberField("attempts", node.attempts());
        out.writeStringField("duty", node.duty().word());
        out.writeStringField("state", node.state());
        Members.millis(out, "usualStayMs", node.staying().usual());
        Members.fraction(out, "chance2h", node.staying().chance());
        out.writeNumberField("load", node.burden().load());
        Members.flag(out, "suspended", node.burden().suspended());
        out.writeNumberField("running", node.burden().running());
        Members.fraction(out, "tasksLoad", node.burden().tasksLoad());
        Members.number(out, "othersPrograms", node.burden().programs());
        out.writeEndObject();
    }

    public static Reply.Nodes readNodes(JsonInput in) throws IOException {
        return new Reply.Nodes(in.only("nodes", one -> one.list(JsonLimits.WHOLE, NodeAnswerJson::readNode)));
    }

    private static NodeSummary readNode(JsonInput in) throws IOException {
        NodeId id = null;
        NodeFacts facts = null;
        Capacity capacity = null;
        int incarnation = 0;
        Contact contact = Contact.AWAY;
        Duration silence = null;
        int slotsUsed = 0;
        int attempts = 0;
        Duty duty = Duty.WORKING;
        Duration usual = null;
        Double chance = null;
        double load = 0;
        boolean suspended = false;
        int running = 0;
        Double tasksLoad = null;
        Integer programs = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "id" -> id = new NodeId(in.number());
                case "facts" -> facts = NodeJson.readFacts(in);
                case "capacity" -> capacity = NodeJson.readCapacity(in);
                case "incarnation" -> incarnation = in.integer();
                case "contact" -> contact = in.word(Words.CONTACTS);
                case "silenceMs" -> silence = in.millis();
                case "slotsUsed" -> slotsUsed = in.count();
                case "attempts" -> attempts = in.count();
                case "duty" -> duty = in.word(Words.DUTIES);
                case "usualStayMs" -> usual = in.millis();
                case "chance2h" -> chance = in.fraction();
                case "load" -> load = in.fraction();
                case "suspended" -> suspended = in.flag();
                case "running" -> running = in.count();
                case "tasksLoad" -> tasksLoad = in.fraction();
                case "othersPrograms" -> programs = in.count();
                default -> in.skip();
            }
        }
        return new NodeSummary(
                in.required(id, "id"),
                in.required(facts, "facts"),
                in.required(capacity, "capacity"),
                incarnation,
                contact,
                silence,
                slotsUsed,
                attempts,
                duty,
                new NodeSummary.Staying(usual, chance),
                new NodeSummary.Burden(load, suspended, running, tasksLoad, programs));
    }

    public static void writeDetail(JsonGenerator out, Reply.NodeDetail detail) throws IOException {
        StatusJson.start(out);
        out.writeFieldName("node");
        writeNode(out, detail.node());
        Members.millis(out, "upMs", detail.up());
        out.writeFieldName("observed");
        ObservedJson.writeRecord(out, detail.observed());
        Members.objects(out, "runs", detail.runs(), (json, run) -> {
            writeOne(json, run.owner(), run.assigned());
            json.writeStringField("attempt", run.attempt().toString());
            json.writeStringField("type", run.type());
            Members.flag(json, "suspended", run.suspended());
        });
        Members.objects(out, "refusals", detail.refusals(), (json, refusal) -> {
            writeOne(json, refusal.owner(), refusal.at());
            json.writeStringField("type", refusal.type());
        });
        Members.objects(out, "outcomes", detail.outcomes(), (json, outcome) -> {
            writeOne(json, outcome.owner(), outcome.at());
            json.writeStringField("attempt", outcome.attempt().toString());
            json.writeStringField("outcome", outcome.outcome().word());
        });
        Members.list(out, "weeks", detail.weeks(), ObservedJson::writeWeek);
        out.writeEndObject();
    }

    /** What all rows have. */
    private static void writeOne(JsonGenerator out, Owner owner, Instant at) throws IOException {
        out.writeStringField("owner", owner.name());
        Members.instant(out, "at", at);
    }

    public static Reply.NodeDetail readDetail(JsonInput in) throws IOException {
        NodeSummary node = null;
        Duration up = Duration.ZERO;
        NodeRecord observed = ObservedJson.UNKNOWN;
        List<NodeRun> runs = List.of();
        List<NodeRefusal> refusals = List.of();
        List<NodeOutcome> outcomes = List.of();
        List<StayWeek> weeks = List.of();
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "node" -> node = readNode(in);
                case "upMs" -> up = in.millis();
                case "observed" -> observed = ObservedJson.readRecord(in);
                case "runs" ->
                    runs = in.list(JsonLimits.ROWS, one -> Row.read(one).run(one));
                case "refusals" ->
                    refusals = in.list(JsonLimits.ROWS, one -> Row.read(one).refusal(one));
                case "outcomes" ->
                    outcomes = in.list(JsonLimits.ROWS, one -> Row.read(one).outcome(one));
                case "weeks" -> weeks = in.list(StayWeek.MOST, ObservedJson::readWeek);
                default -> in.skip();
            }
        }
        return new Reply.NodeDetail(in.required(node, "node"), up, observed, runs, refusals, outcomes, weeks);
    }

    /** A row of any of the lists, as its fields come. */
    private static final class Row {
        private @Nullable Owner owner;
        private @Nullable Instant at;
        private @Nullable AttemptId attempt;
        private @Nullable Outcome outcome;
        private String type = "";
        private boolean suspended;

        static Row read(JsonInput in) throws IOException {
            Row row = new Row();
            for (String field = in.firstField(); field != null; field = in.nextField()) {
                switch (field) {
                    case "owner" -> row.owner = new Owner(in.text());
                    case "at" -> row.at = in.instant();
                    case "attempt" -> row.attempt = in.attempt();
                    case "outcome" -> row.outcome = in.word(Words.OUTCOMES);
                    case "type" -> row.type = in.text();
                    case "suspended" -> row.suspended = in.flag();
                    default -> in.skip();
                }
            }
            return row;
        }

        NodeRun run(JsonInput in) throws BadMessage {
            return new NodeRun(
                    in.required(attempt, "attempt"),
                    in.required(owner, "owner"),
                    type,
                    in.required(at, "at"),
                    suspended);
        }

        NodeRefusal refusal(JsonInput in) throws BadMessage {
            return new NodeRefusal(in.required(owner, "owner"), type, in.required(at, "at"));
        }

        NodeOutcome outcome(JsonInput in) throws BadMessage {
            return new NodeOutcome(
                    in.required(attempt, "attempt"),
                    in.required(owner, "owner"),
                    in.required(outcome, "outcome"),
                    in.required(at, "at"));
        }
    }
}
