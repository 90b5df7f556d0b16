package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.gleaner.core.grid.ClassUse;
import org.gleaner.core.grid.NodeRecord;
import org.gleaner.core.grid.NodeRecord.Chance;
import org.gleaner.core.grid.Reply.Types;
import org.gleaner.core.grid.TypeSummary;
import org.gleaner.core.grid.TypeSummary.RunTimes;
import org.gleaner.core.grid.TypeUse;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.observer.Footprints;
import org.gleaner.core.observer.StayWeek;
import org.jspecify.annotations.Nullable;

/** What the server has observed of machines and types. */
public final class ObservedJson {
    /** What is read from a server that does not say. */
    static final NodeRecord UNKNOWN = new NodeRecord(1, 0, 0, false, Duration.ZERO, 0, Duration.ZERO, List.of());

    private static final int MOST_CHANCES = 100;

    private ObservedJson() {}

    static void writeRecord(JsonGenerator out, NodeRecord node) throws IOException {
        out.writeStartObject();
        out.writeNumberField("speed", node.speed());
        out.writeNumberField("reliability", node.reliability());
        out.writeNumberField("rated", node.rated());
        if (node.probation()) {
            out.writeBooleanField("probation", true);
        }
        Members.millis(out, "usualStayMs", node.usualStay());
        out.writeNumberField("stays", node.stays());
        Members.millis(out, "stayMs", node.stay());
        Members.objects(out, "chances", node.chances(), (json, chance) -> {
            Members.millis(json, "moreMs", chance.more());
            json.writeNumberField("chance", chance.chance());
        });
        out.writeEndObject();
    }

    static NodeRecord readRecord(JsonInput in) throws IOException {
        double speed = 1;
        double reliability = 0;
        int rated = 0;
        boolean probation = false;
        Duration usualStay = Duration.ZERO;
        int stays = 0;
        Duration stay = Duration.ZERO;
        List<Chance> chances = List.of();
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "speed" -> speed = in.fraction();
                case "reliability" -> reliability = in.fraction();
                case "rated" -> rated = in.count();
                case "probation" -> probation = in.flag();
                case "usualStayMs" -> usualStay = in.millis();
                case "stays" -> stays = in.count();
                case "stayMs" -> stay = in.millis();
                case "chances" -> chances = in.list(MOST_CHANCES, ObservedJson::readChance);
                default -> in.skip();
            }
        }
        return new NodeRecord(speed, reliability, rated, probation, usualStay, stays, stay, chances);
    }

    private static Chance readChance(JsonInput in) throws IOException {
        Duration more = Duration.ZERO;
        double chance = 0;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "moreMs" -> more = in.millis();
                case "chance" -> chance = in.fraction();
                default -> in.skip();
            }
        }
        return new Chance(more, chance);
    }

    static void writeWeek(JsonGenerator out, StayWeek week) throws IOException {
        out.writeStartObject();
        Members.instant(out, "from", week.from());
        out.writeNumberField("stays", week.stays());
        Members.millis(out, "lastedMs", week.lasted());
        out.writeEndObject();
    }

    static StayWeek readWeek(JsonInput in) throws IOException {
        Instant from = null;
        long stays = 0;
        Duration lasted = Duration.ZERO;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "from" -> from = in.instant();
                case "stays" -> stays = in.number();
                case "lastedMs" -> lasted = in.millis();
                default -> in.skip();
            }
        }
        return new StayWeek(StayWeek.of(in.required(from, "from")), stays, lasted);
    }

    public static void writeTypes(JsonGenerator out, Types types) throws IOException {
        StatusJson.start(out);
        Members.list(out, "types", types.types(), ObservedJson::writeType);
        out.writeBooleanField("more", types.more());
        out.writeEndObject();
    }

    private static void writeType(JsonGenerator out, TypeSummary one) throws IOException {
        out.writeStartObject();
        out.writeStringField("owner", one.type().owner().name());
        out.writeStringField("type", one.type().type());
        out.writeNumberField("ready", one.ready());
        out.writeNumberField("running", one.running());
        out.writeNumberField("done", one.done());
        Members.millis(out, "coreMs", one.spent());
        Members.instant(out, "used", one.used());
        RunTimes runtimes = one.runtimes();
        if (runtimes != null) {
            Members.millis(out, "meanMs", runtimes.mean());
            Members.millis(out, "workMs", runtimes.work());
            Members.millis(out, "tenthMs", runtimes.tenth());
            Members.millis(out, "nineTenthsMs", runtimes.nineTenths());
        }
        out.writeObjectFieldStart("use");
        UseJson.writeUse(out, one.use());
        out.writeEndObject();
        Members.objects(out, "classes", one.ofClasses(), UseJson::writeClass);
        out.writeEndObject();
    }

    public static Types readTypes(JsonInput in) throws IOException {
        List<TypeSummary> types = null;
        boolean more = false;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "types" -> types = in.list(JsonLimits.ROWS, ObservedJson::readType);
                case "more" -> more = in.flag();
                default -> in.skip();
            }
        }
        return new Types(in.required(types, "types"), more);
    }

    private static TypeSummary readType(JsonInput in) throws IOException {
        Owner owner = null;
        String type = null;
        int ready = 0;
        int running = 0;
        long done = 0;
        Duration spent = Duration.ZERO;
        Instant used = null;
        @Nullable Duration mean = null;
        Duration work = Duration.ZERO;
        Duration tenth = Duration.ZERO;
        Duration nineTenths = Duration.ZERO;
        TypeUse use = TypeUse.UNKNOWN;
        List<ClassUse> classes = List.of();
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "owner" -> owner = new Owner(in.text());
                case "type" -> type = in.text();
                case "ready" -> ready = in.count();
                case "running" -> running = in.count();
                case "done" -> done = in.amount();
                case "coreMs" -> spent = in.millis();
                case "used" -> used = in.instant();
                case "meanMs" -> mean = in.millis();
                case "workMs" -> work = in.millis();
                case "tenthMs" -> tenth = in.millis();
                case "nineTenthsMs" -> nineTenths = in.millis();
                case "use" -> use = UseJson.readUse(in);
                case "classes" -> classes = in.list(Footprints.MOST, UseJson::readClass);
                default -> in.skip();
            }
        }
        return new TypeSummary(
                new TypeKey(in.required(owner, "owner"), in.required(type, "type")),
                ready,
                running,
                done,
                spent,
                in.required(used, "used"),
                mean == null ? null : new RunTimes(mean, work, tenth, nineTenths),
                use,
                classes);
    }
}
