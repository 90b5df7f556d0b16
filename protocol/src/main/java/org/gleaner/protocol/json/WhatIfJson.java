package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Terms;
import org.gleaner.protocol.message.PastResult;
import org.gleaner.protocol.message.SimulationView.Failure;
import org.gleaner.protocol.message.SimulationView.State;
import org.gleaner.protocol.message.WhatIfQuestion;
import org.gleaner.protocol.message.WhatIfResult;
import org.gleaner.protocol.message.WhatIfView;

/** What a change of the pool would bring: questions and their answers. */
public final class WhatIfJson {
    private static final Map<String, State> STATES =
            Stream.of(State.values()).collect(Collectors.toUnmodifiableMap(State::word, state -> state));
    private static final List<String> SETTINGS =
            List.of(Setting.STRATEGY.word(), Setting.REDUNDANCY.word(), Setting.OBJECTIVE.word());

    private WhatIfJson() {}

    public static WhatIfQuestion readQuestion(JsonInput in) throws IOException {
        List<WhatIfQuestion.More> add = List.of();
        List<String> remove = List.of();
        Map<String, String> settings = new LinkedHashMap<>();
        List<JobSpec> jobs = List.of();
        List<WhatIfQuestion.OtherTerms> set = List.of();
        int futures = WhatIfQuestion.USUAL_FUTURES;
        Duration past = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "add" -> add = in.list(WhatIfQuestion.MOST_WORDS, WhatIfJson::readMore);
                case "remove" -> remove = in.list(WhatIfQuestion.MOST_WORDS, JsonInput::text);
                case "strategy", "redundancy", "objective" -> settings.put(field, in.text());
                case "jobs" -> jobs = in.list(WhatIfQuestion.MOST_JOBS, SpecJson::readSpec);
                case "set" -> set = in.list(WhatIfQuestion.MOST_JOBS, WhatIfJson::readTerms);
                case "futures" -> futures = in.count();
                case "pastMs" -> past = in.millis();
                default -> in.skip();
            }
        }
        WhatIfQuestion question = new WhatIfQuestion(add, remove, settings, jobs, set, futures, past);
        if (question.isEmpty()) {
            throw in.contradiction(
                    "say what would be different: add, remove, strategy, redundancy, objective," + " jobs or set");
        }
        return question;
    }

    private static WhatIfQuestion.More readMore(JsonInput in) throws IOException {
        int count = 1;
        String like = "";
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "count" -> count = in.count();
                case "like" -> like = in.text();
                default -> in.skip();
            }
        }
        return new WhatIfQuestion.More(count, like);
    }

    private static WhatIfQuestion.OtherTerms readTerms(JsonInput in) throws IOException {
        JobId job = null;
        Integer priority = null;
        Integer weight = null;
        Integer atMost = null;
        Integer copies = null;
        Integer cores = null;
        MemorySize memory = null;
        Instant deadline = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "job" -> job = new JobId(in.number());
                case "priority" -> priority = in.integer();
                case "weight" -> weight = in.count();
                case "atMost" -> atMost = in.count();
                case "copies" -> copies = in.count();
                case "cores" -> cores = in.count();
                case "memoryBytes" -> memory = in.size();
                case "deadline" -> deadline = in.instant(AdjustJson.NO_DEADLINE, Terms.NO_DEADLINE);
                default -> in.skip();
            }
        }
        Terms terms = new Terms(priority, weight, atMost, null, null, null, copies, null, null, deadline);
        return new WhatIfQuestion.OtherTerms(in.required(job, "job"), terms, cores, memory);
    }

    public static void writeQuestion(JsonGenerator out, WhatIfQuestion question) throws IOException {
        out.writeStartObject();
        Members.objects(out, "add", question.add(), (json, one) -> {
            json.writeNumberField("count", one.count());
            Members.textIfAny(json, "like", one.like());
        });
        Members.texts(out, "remove", question.remove());
        for (String setting : SETTINGS) {
            Members.text(out, setting, question.settings().get(setting));
        }
        Members.list(out, "jobs", question.jobs(), SpecJson::writeSpec);
        Members.objects(out, "set", question.set(), (json, one) -> {
            json.writeNumberField("job", one.job().value());
            Members.number(json, "priority", one.terms().priority());
            Members.number(json, "weight", one.terms().weight());
            Members.number(json, "atMost", one.terms().atMost());
            Members.number(json, "copies", one.terms().copies());
            Members.number(json, "cores", one.cores());
            Members.size(json, "memoryBytes", one.memory());
            AdjustJson.writeDeadline(json, one.terms().deadline());
        });
        out.writeNumberField("futures", question.futures());
        Members.millis(out, "pastMs", question.past());
        out.writeEndObject();
    }

    public static void writeView(JsonGenerator out, WhatIfView view) throws IOException {
        StatusJson.start(out);
        out.writeStringField("id", view.id());
        Members.owner(out, view.owner());
        out.writeStringField("state", view.state().word());
        out.writeNumberField("looked", view.looked());
        out.writeNumberField("of", view.of());
        Members.instant(out, "asked", view.asked());
        Members.number(out, "ahead", view.ahead());
        Failure failure = view.failure();
        if (failure != null) {
            out.writeObjectFieldStart("failure");
            out.writeStringField("what", failure.what());
            out.writeStringField("why", failure.why());
            out.writeStringField("remedy", failure.remedy());
            out.writeEndObject();
        }
        WhatIfResult result = view.result();
        if (result != null) {
            out.writeObjectFieldStart("result");
            WhatIfResultJson.writeResult(out, result);
            out.writeEndObject();
        }
        PastResult past = view.past();
        if (past != null) {
            out.writeObjectFieldStart("past");
            PastWhatIfJson.writeResult(out, past);
            out.writeEndObject();
        }
        out.writeEndObject();
    }

    public static WhatIfView readView(JsonInput in) throws IOException {
        String id = null;
        Owner owner = null;
        State state = null;
        int looked = 0;
        int of = 0;
        Instant asked = Instant.EPOCH;
        Integer ahead = null;
        Failure failure = null;
        WhatIfResult result = null;
        PastResult past = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "id" -> id = in.text();
                case "owner" -> owner = new Owner(in.text());
                case "state" -> state = in.word(STATES);
                case "looked" -> looked = in.count();
                case "of" -> of = in.count();
                case "asked" -> asked = in.instant();
                case "ahead" -> ahead = in.count();
                case "failure" -> failure = readFailure(in);
                case "result" -> result = WhatIfResultJson.readResult(in);
                case "past" -> past = PastWhatIfJson.readResult(in);
                default -> in.skip();
            }
        }
        return new WhatIfView(
                in.required(id, "id"),
                in.required(owner, "owner"),
                in.required(state, "state"),
                looked,
                of,
                asked,
                ahead,
                failure,
                result,
                past);
    }

    private static Failure readFailure(JsonInput in) throws IOException {
        String what = "";
        String why = "";
        String remedy = "";
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "what" -> what = in.text();
                case "why" -> why = in.text();
                case "remedy" -> remedy = in.text();
                default -> in.skip();
            }
        }
        return new Failure(what, why, remedy);
    }
}
