package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.gleaner.core.scheduling.Redundancies;
import org.gleaner.core.scheduling.Strategies;
import org.gleaner.protocol.message.SimulationList;
import org.gleaner.protocol.message.SimulationRequest;
import org.gleaner.protocol.message.SimulationView;

/** Simulations that the server runs for people. */
public final class SimulationJson {
    private static final int MOST_WORDS = 20;
    private static final int LONGEST_TEXT = 100_000;
    private static final int USUAL_REPEATS = 3;

    private SimulationJson() {}

    /** What is left out is as people usually want it: all strategies, computed copies, three seeds from 1. */
    public static SimulationRequest readRequest(JsonInput in) throws IOException {
        List<SimulationRequest.Source> sources = new ArrayList<>();
        List<String> strategies = Strategies.names();
        List<String> redundancy =
                List.of(Redundancies.names().get(Redundancies.names().size() - 1));
        long seed = 1;
        int repeats = USUAL_REPEATS;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "scenario" -> sources.add(new SimulationRequest.BuiltIn(in.text()));
                case "text" -> sources.add(new SimulationRequest.Described(in.text(LONGEST_TEXT)));
                case "historyDays" -> sources.add(new SimulationRequest.OwnHistory(in.count()));
                case "strategies" -> strategies = words(in);
                case "redundancy" -> redundancy = words(in);
                case "seed" -> seed = in.number();
                case "repeats" -> repeats = in.count();
                default -> in.skip();
            }
        }
        if (sources.size() != 1) {
            throw in.contradiction("exactly one of scenario, text and historyDays is needed");
        }
        return new SimulationRequest(sources.get(0), strategies, redundancy, seed, repeats);
    }

    private static List<String> words(JsonInput in) throws IOException {
        return List.copyOf(new LinkedHashSet<>(in.list(MOST_WORDS, JsonInput::text)));
    }

    public static void writeRequest(JsonGenerator out, SimulationRequest request) throws IOException {
        out.writeStartObject();
        writeMembers(out, request, true);
        out.writeEndObject();
    }

    private static void writeMembers(JsonGenerator out, SimulationRequest request, boolean whole) throws IOException {
        if (request.source() instanceof SimulationRequest.BuiltIn builtIn) {
            out.writeStringField("scenario", builtIn.scenario());
        } else if (request.source() instanceof SimulationRequest.OwnHistory past) {
            out.writeNumberField("historyDays", past.days());
        } else if (whole && request.source() instanceof SimulationRequest.Described described) {
            out.writeStringField("text", described.text());
        }
        Members.texts(out, "strategies", request.strategies());
        Members.texts(out, "redundancy", request.redundancy());
        out.writeNumberField("seed", request.seed());
        out.writeNumberField("repeats", request.repeats());
    }

    public static void writeList(JsonGenerator out, SimulationList list) throws IOException {
        StatusJson.start(out);
        Members.texts(out, "scenarios", list.scenarios());
        Members.texts(out, "strategies", list.strategies());
        Members.texts(out, "redundancy", list.redundancy());
        Members.objects(out, "simulations", list.simulations(), (json, one) -> writeMembers(json, one, false));
        out.writeEndObject();
    }

    public static void writeView(JsonGenerator out, SimulationView view) throws IOException {
        StatusJson.start(out);
        writeMembers(out, view, true);
        String result = view.result();
        if (result != null) {
            out.writeFieldName("result");
            out.writeRawValue(result);
        }
        out.writeEndObject();
    }

    private static void writeMembers(JsonGenerator out, SimulationView view, boolean whole) throws IOException {
        SimulationView.Course course = view.course();
        out.writeStringField("id", view.id());
        Members.owner(out, view.owner());
        out.writeStringField("state", course.state().word());
        writeMembers(out, view.request(), whole);
        out.writeNumberField("runs", course.runs());
        out.writeNumberField("of", course.of());
        Members.instant(out, "asked", course.asked());
        Members.instant(out, "began", course.began());
        Members.instant(out, "ended", course.ended());
        Members.number(out, "ahead", course.ahead());
        SimulationView.Failure failure = view.failure();
        if (failure != null) {
            out.writeObjectFieldStart("failure");
            out.writeStringField("what", failure.what());
            out.writeStringField("why", failure.why());
            out.writeStringField("remedy", failure.remedy());
            out.writeEndObject();
        }
    }
}
