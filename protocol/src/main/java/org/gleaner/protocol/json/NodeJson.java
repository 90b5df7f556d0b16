package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.RuntimeVersion;
import org.gleaner.core.job.Unseen;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.message.SyncReport;
import org.gleaner.core.node.Abilities;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Held;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.core.observer.Stay;
import org.gleaner.protocol.message.Welcome;

/** What nodes say about themselves: introductions and syncs. */
public final class NodeJson {
    private NodeJson() {}

    public static void writeIntroduction(JsonGenerator out, Introduction introduction) throws IOException {
        out.writeStartObject();
        out.writeFieldName("facts");
        writeFacts(out, introduction.facts());
        out.writeFieldName("capacity");
        writeCapacity(out, introduction.capacity());
        writeHolds(out, introduction.holds());
        if (!introduction.stay().id().isEmpty()) {
            out.writeFieldName("stay");
            writeStay(out, introduction.stay());
        }
        out.writeEndObject();
    }

    public static Introduction readIntroduction(JsonInput in) throws IOException {
        NodeFacts facts = null;
        Capacity capacity = null;
        List<Held> holds = List.of();
        Stay stay = Stay.UNKNOWN;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "facts" -> facts = readFacts(in);
                case "capacity" -> capacity = readCapacity(in);
                case "holds" -> holds = in.list(JsonLimits.HOLDS, NodeJson::readHeld);
                case "stay" -> stay = readStay(in);
                default -> in.skip();
            }
        }
        if (Unseen.isAll(in.required(facts, "facts").name())) {
            throw in.wrong("the node's name needs a visible character");
        }
        return new Introduction(in.required(facts, "facts"), in.required(capacity, "capacity"), holds, stay);
    }

    private static void writeStay(JsonGenerator out, Stay stay) throws IOException {
        out.writeStartObject();
        out.writeStringField("id", stay.id());
        Members.millis(out, "lastedMs", stay.lasted());
        out.writeEndObject();
    }

    private static Stay readStay(JsonInput in) throws IOException {
        String id = null;
        Duration lasted = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "id" -> id = in.text();
                case "lastedMs" -> lasted = in.millis();
                default -> in.skip();
            }
        }
        return new Stay(in.required(id, "id"), in.required(lasted, "lastedMs"));
    }

    public static void writeWelcome(JsonGenerator out, Welcome welcome) throws IOException {
        Introduced introduced = welcome.introduced();
        out.writeStartObject();
        out.writeNumberField("node", introduced.node().value());
        out.writeNumberField("incarnation", introduced.incarnation());
        Members.millis(out, "longCallMs", introduced.longCall());
        Members.millis(out, "killGraceMs", introduced.killGrace());
        out.writeNumberField("inlineLimit", introduced.inlineLimit());
        Members.text(out, "token", welcome.token());
        out.writeEndObject();
    }

    public static Welcome readWelcome(JsonInput in) throws IOException {
        NodeId node = null;
        Integer incarnation = null;
        Duration longCall = null;
        Duration killGrace = null;
        Integer inlineLimit = null;
        String token = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "node" -> node = new NodeId(in.number());
                case "incarnation" -> incarnation = in.integer();
                case "longCallMs" -> longCall = in.millis();
                case "killGraceMs" -> killGrace = in.millis();
                case "inlineLimit" -> inlineLimit = in.count();
                case "token" -> token = in.text();
                default -> in.skip();
            }
        }
        Introduced introduced = new Introduced(
                in.required(node, "node"),
                in.required(incarnation, "incarnation"),
                in.required(longCall, "longCallMs"),
                in.required(killGrace, "killGraceMs"),
                in.required(inlineLimit, "inlineLimit"));
        return new Welcome(introduced, token);
    }

    public static void writeSync(JsonGenerator out, SyncReport report) throws IOException {
        out.writeStartObject();
        out.writeNumberField("incarnation", report.incarnation());
        out.writeNumberField("sequence", report.sequence());
        writeHolds(out, report.holds());
        out.writeFieldName("offer");
        writeCapacity(out, report.offer());
        out.writeNumberField("load", report.load());
        Members.fraction(out, "tasksLoad", report.tasksLoad());
        Members.millis(out, "patienceMs", report.patience());
        out.writeBooleanField("farewell", report.farewell());
        out.writeEndObject();
    }

    public static SyncReport readSync(JsonInput in) throws IOException {
        Integer incarnation = null;
        Long sequence = null;
        List<Held> holds = null;
        Capacity offer = null;
        double load = 0;
        Double tasksLoad = null;
        Duration patience = Duration.ZERO;
        Boolean farewell = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "incarnation" -> incarnation = in.integer();
                case "sequence" -> sequence = in.number();
                case "holds" -> holds = in.list(JsonLimits.HOLDS, NodeJson::readHeld);
                case "offer" -> offer = readCapacity(in);
                case "load" -> load = in.fraction();
                case "tasksLoad" -> tasksLoad = in.fraction();
                case "patienceMs" -> patience = in.millis();
                case "farewell" -> farewell = in.flag();
                default -> in.skip();
            }
        }
        // Agents of 0.1 do not say it, and are known by offering nothing and waiting for nothing.
        boolean leaves = farewell == null ? offer != null && offer.slots() == 0 && patience.isZero() : farewell;
        return new SyncReport(
                in.required(incarnation, "incarnation"),
                in.required(sequence, "sequence"),
                in.required(holds, "holds"),
                in.required(offer, "offer"),
                load,
                patience,
                leaves,
                tasksLoad);
    }

    static void writeFacts(JsonGenerator out, NodeFacts facts) throws IOException {
        out.writeStartObject();
        out.writeStringField("name", facts.name());
        out.writeStringField("os", facts.os());
        out.writeStringField("arch", facts.arch());
        out.writeNumberField("cores", facts.cores());
        Members.millis(out, "benchmarkMs", facts.benchmark());
        out.writeStringField("version", facts.version());
        writeAbilities(out, facts.abilities());
        out.writeEndObject();
    }

    private static void writeAbilities(JsonGenerator out, Abilities abilities) throws IOException {
        NeedsJson.writeRuntimes(out, abilities.runtimes());
        Members.texts(out, "tags", abilities.tags());
        Members.texts(out, "types", abilities.types());
        Members.texts(out, "enforced", abilities.enforced());
        Members.textsIfAny(out, "provides", abilities.provides().texts());
    }

    static NodeFacts readFacts(JsonInput in) throws IOException {
        String name = null;
        String os = null;
        String arch = null;
        Integer cores = null;
        Duration benchmark = Duration.ZERO;
        String version = null;
        List<RuntimeVersion> runtimes = List.of();
        List<String> tags = List.of();
        List<String> types = List.of();
        List<String> enforced = List.of();
        Amounts provides = Amounts.NONE;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "name" -> name = in.text();
                case "os" -> os = in.text();
                case "arch" -> arch = in.text();
                case "cores" -> cores = in.integer();
                case "benchmarkMs" -> benchmark = in.millis();
                case "version" -> version = in.text();
                case "runtimes" -> runtimes = NeedsJson.readRuntimes(in);
                case "tags" -> tags = in.list(JsonLimits.WORDS, JsonInput::text);
                case "types" -> types = in.list(JsonLimits.WORDS, JsonInput::text);
                case "enforced" -> enforced = in.list(JsonLimits.WORDS, JsonInput::text);
                case "provides" -> provides = NeedsJson.readAmounts(in);
                default -> in.skip();
            }
        }
        return new NodeFacts(
                in.required(name, "name"),
                in.required(os, "os"),
                in.required(arch, "arch"),
                in.required(cores, "cores"),
                benchmark,
                in.required(version, "version"),
                new Abilities(runtimes, tags, types, enforced, provides));
    }

    static void writeCapacity(JsonGenerator out, Capacity capacity) throws IOException {
        out.writeStartObject();
        out.writeNumberField("slots", capacity.slots());
        out.writeNumberField("memoryBytes", capacity.memory().bytes());
        out.writeNumberField("diskBytes", capacity.disk().bytes());
        out.writeEndObject();
    }

    static Capacity readCapacity(JsonInput in) throws IOException {
        Integer slots = null;
        MemorySize memory = null;
        MemorySize disk = MemorySize.ZERO;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "slots" -> slots = in.count();
                case "memoryBytes" -> memory = in.size();
                case "diskBytes" -> disk = in.size();
                default -> in.skip();
            }
        }
        return new Capacity(in.required(slots, "slots"), in.required(memory, "memoryBytes"), disk);
    }

    private static void writeHolds(JsonGenerator out, List<Held> holds) throws IOException {
        Members.objects(out, "holds", holds, (json, held) -> {
            json.writeStringField("attempt", held.attempt().toString());
            json.writeStringField("state", held.state().word());
            Members.millis(json, "cpuMs", held.cpu());
            json.writeNumberField("memoryBytes", held.memory().bytes());
        });
    }

    private static Held readHeld(JsonInput in) throws IOException {
        AttemptId attempt = null;
        Held.State state = null;
        Duration cpu = Duration.ZERO;
        MemorySize memory = MemorySize.ZERO;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "attempt" -> attempt = in.attempt();
                case "state" -> state = in.word(Words.HELD);
                case "cpuMs" -> cpu = in.millis();
                case "memoryBytes" -> memory = in.size();
                default -> in.skip();
            }
        }
        return new Held(in.required(attempt, "attempt"), in.required(state, "state"), cpu, memory);
    }
}
