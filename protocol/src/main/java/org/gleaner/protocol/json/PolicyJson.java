package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gleaner.core.grid.Objective;
import org.gleaner.core.grid.Policy;
import org.gleaner.core.grid.PolicyScore;
import org.gleaner.core.grid.Reply.PolicyInForce;
import org.gleaner.core.grid.Tryout;
import org.gleaner.protocol.message.ObjectiveWish;
import org.jspecify.annotations.Nullable;

/** How work is given out, and what the controller tried. */
public final class PolicyJson {
    private static final Map<String, Objective> OBJECTIVES =
            Stream.of(Objective.values()).collect(Collectors.toUnmodifiableMap(Objective::word, one -> one));
    private static final double DIGITS = 1e3;

    private PolicyJson() {}

    public static void write(JsonGenerator out, PolicyInForce policy) throws IOException {
        StatusJson.start(out);
        out.writeStringField("strategy", policy.strategy());
        out.writeStringField("objective", policy.objective().word());
        writePolicy(out, "policy", policy.policy());
        Objective wanted = policy.wanted();
        Members.text(out, "wanted", wanted == null ? null : wanted.word());
        writePolicy(out, "own", policy.own());
        Tryout tryout = policy.tryout();
        if (tryout != null) {
            out.writeObjectFieldStart("tryout");
            writeTryout(out, tryout);
            out.writeEndObject();
        }
        out.writeEndObject();
    }

    private static void writePolicy(JsonGenerator out, String name, Policy policy) throws IOException {
        out.writeObjectFieldStart(name);
        writeWords(out, policy);
        out.writeEndObject();
    }

    private static void writeWords(JsonGenerator out, Policy policy) throws IOException {
        out.writeStringField("strategy", policy.strategy());
        out.writeStringField("objective", policy.objective().word());
    }

    /** What other owners want is nobody's business. */
    private static void writeTryout(JsonGenerator out, Tryout tryout) throws IOException {
        Members.instant(out, "at", tryout.at());
        Members.instant(out, "changed", tryout.changed());
        Members.objects(out, "tried", tryout.scores(), (json, score) -> {
            writeWords(json, score.policy());
            json.writeNumberField("makespanMinutes", rounded(score.makespan()));
            json.writeNumberField("flowMinutes", rounded(score.flow()));
            json.writeNumberField("futures", score.futures());
        });
    }

    private static double rounded(double minutes) {
        return Math.round(minutes * DIGITS) / DIGITS;
    }

    public static PolicyInForce read(JsonInput in) throws IOException {
        String strategy = null;
        Objective objective = null;
        Policy policy = null;
        Objective wanted = null;
        Policy own = null;
        JsonTryout tryout = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "strategy" -> strategy = in.text();
                case "objective" -> objective = in.word(OBJECTIVES);
                case "policy" -> policy = readPolicy(in);
                case "wanted" -> wanted = in.word(OBJECTIVES);
                case "own" -> own = readPolicy(in);
                case "tryout" -> tryout = readTryout(in);
                default -> in.skip();
            }
        }
        Policy chosen = in.required(policy, "policy");
        Objective counts = in.required(objective, "objective");
        return new PolicyInForce(
                in.required(strategy, "strategy"),
                counts,
                chosen,
                wanted,
                in.required(own, "own"),
                tryout == null
                        ? null
                        : new Tryout(tryout.at(), counts, tryout.tried(), chosen, Map.of(), tryout.changed()));
    }

    private record JsonTryout(Instant at, Instant changed, List<PolicyScore> tried) {}

    private static JsonTryout readTryout(JsonInput in) throws IOException {
        Instant at = null;
        Instant changed = null;
        List<PolicyScore> tried = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "at" -> at = in.instant();
                case "changed" -> changed = in.instant();
                case "tried" -> tried = in.list(JsonLimits.ROWS, PolicyJson::readScore);
                default -> in.skip();
            }
        }
        return new JsonTryout(in.required(at, "at"), in.required(changed, "changed"), in.required(tried, "tried"));
    }

    private static Policy readPolicy(JsonInput in) throws IOException {
        return readScore(in).policy();
    }

    private static PolicyScore readScore(JsonInput in) throws IOException {
        String strategy = null;
        Objective objective = null;
        double makespan = 0;
        double flow = 0;
        int futures = 0;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "strategy" -> strategy = in.text();
                case "objective" -> objective = in.word(OBJECTIVES);
                case "makespanMinutes" -> makespan = in.fraction();
                case "flowMinutes" -> flow = in.fraction();
                case "futures" -> futures = (int) in.number();
                default -> in.skip();
            }
        }
        Policy policy = new Policy(in.required(strategy, "strategy"), in.required(objective, "objective"));
        return new PolicyScore(policy, makespan, flow, futures);
    }

    public static void writeWish(JsonGenerator out, ObjectiveWish wish) throws IOException {
        Objective wanted = wish.wanted();
        out.writeStartObject();
        out.writeStringField("objective", wanted == null ? ObjectiveWish.NONE : wanted.word());
        out.writeEndObject();
    }

    public static ObjectiveWish readWish(JsonInput in) throws IOException {
        String wanted = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "objective" -> wanted = in.text();
                default -> in.skip();
            }
        }
        return new ObjectiveWish(wish(in, in.required(wanted, "objective")));
    }

    private static @Nullable Objective wish(JsonInput in, String word) throws IOException {
        if (word.equals(ObjectiveWish.NONE)) {
            return null;
        }
        try {
            return Objective.named(word);
        } catch (IllegalArgumentException e) {
            throw in.wrong(String.valueOf(e.getMessage()));
        }
    }
}
