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
import org.gleaner.core.grid.PolicyReason;
import org.gleaner.core.grid.PolicyScore;
import org.gleaner.core.grid.Reply.PolicyInForce;
import org.gleaner.core.grid.Tryout;
import org.gleaner.core.grid.Untried;
import org.gleaner.protocol.message.ObjectiveWish;
import org.jspecify.annotations.Nullable;

/** How work is given out, and what the controller tried. */
public final class PolicyJson {
    private static final Map<String, Objective> OBJECTIVES =
            Stream.of(Objective.values()).collect(Collectors.toUnmodifiableMap(Objective::word, one -> one));
    private static final Map<String, PolicyReason.How> HOW = Stream.of(PolicyReason.How.values())
            .collect(Collectors.toUnmodifiableMap(PolicyReason.How::word, one -> one));
    private static final Map<String, Untried> UNTRIED =
            Stream.of(Untried.values()).collect(Collectors.toUnmodifiableMap(Untried::word, one -> one));
    private static final double DIGITS = 1e4;

    private PolicyJson() {}

    /** @param because why it is so, in words; may be empty */
    public static void write(JsonGenerator out, PolicyInForce policy, String because) throws IOException {
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
        Untried untried = policy.untried();
        Members.text(out, "untried", untried == null ? null : untried.word());
        Members.textIfAny(out, "because", because);
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
            json.writeNumberField("behind", rounded(score.behind()));
            json.writeNumberField("futures", score.futures());
        });
        PolicyReason reason = tryout.reason();
        if (reason != null) {
            out.writeObjectFieldStart("reason");
            out.writeStringField("how", reason.how().word());
            Policy other = reason.other();
            if (other != null) {
                writePolicy(out, "other", other);
            }
            out.writeNumberField("lead", rounded(reason.lead()));
            out.writeNumberField("needed", rounded(reason.needed()));
            out.writeEndObject();
        }
    }

    private static double rounded(double number) {
        return Math.round(number * DIGITS) / DIGITS;
    }

    public static PolicyInForce read(JsonInput in) throws IOException {
        String strategy = null;
        Objective objective = null;
        Policy policy = null;
        Objective wanted = null;
        Policy own = null;
        JsonTryout tryout = null;
        Untried untried = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "strategy" -> strategy = in.text();
                case "objective" -> objective = in.word(OBJECTIVES);
                case "policy" -> policy = readPolicy(in);
                case "wanted" -> wanted = in.word(OBJECTIVES);
                case "own" -> own = readPolicy(in);
                case "tryout" -> tryout = readTryout(in);
                case "untried" -> untried = in.word(UNTRIED);
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
                        : new Tryout(
                                tryout.at(),
                                counts,
                                tryout.tried(),
                                chosen,
                                Map.of(),
                                tryout.changed(),
                                tryout.reason()),
                untried);
    }

    private record JsonTryout(
            Instant at,
            Instant changed,
            List<PolicyScore> tried,
            @Nullable PolicyReason reason) {}

    private static JsonTryout readTryout(JsonInput in) throws IOException {
        Instant at = null;
        Instant changed = null;
        List<PolicyScore> tried = null;
        PolicyReason reason = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "at" -> at = in.instant();
                case "changed" -> changed = in.instant();
                case "tried" -> tried = in.list(JsonLimits.ROWS, PolicyJson::readScore);
                case "reason" -> reason = readReason(in);
                default -> in.skip();
            }
        }
        return new JsonTryout(
                in.required(at, "at"), in.required(changed, "changed"), in.required(tried, "tried"), reason);
    }

    private static PolicyReason readReason(JsonInput in) throws IOException {
        PolicyReason.How how = null;
        Policy other = null;
        double lead = 0;
        double needed = 0;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "how" -> how = in.word(HOW);
                case "other" -> other = readPolicy(in);
                case "lead" -> lead = in.fraction();
                case "needed" -> needed = in.fraction();
                default -> in.skip();
            }
        }
        return new PolicyReason(in.required(how, "how"), other, lead, needed);
    }

    private static Policy readPolicy(JsonInput in) throws IOException {
        return readScore(in).policy();
    }

    private static PolicyScore readScore(JsonInput in) throws IOException {
        String strategy = null;
        Objective objective = null;
        double makespan = 0;
        double flow = 0;
        double behind = 0;
        int futures = 0;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "strategy" -> strategy = in.text();
                case "objective" -> objective = in.word(OBJECTIVES);
                case "makespanMinutes" -> makespan = in.fraction();
                case "flowMinutes" -> flow = in.fraction();
                case "behind" -> behind = in.fraction();
                case "futures" -> futures = (int) in.number();
                default -> in.skip();
            }
        }
        Policy policy = new Policy(in.required(strategy, "strategy"), in.required(objective, "objective"));
        return new PolicyScore(policy, makespan, flow, behind, futures);
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
