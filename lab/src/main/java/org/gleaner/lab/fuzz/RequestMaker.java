package org.gleaner.lab.fuzz;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.gleaner.lab.fuzz.Operation.Parameter;

/** From a seed to a request: one that the interface's description allows, with no, one or two things wrong. */
record RequestMaker(Operation.Api api) {
    private static final String UNKNOWN_TOKEN = "A".repeat(43);

    WireRequest make(long seed, Names names) {
        Dice dice = new Dice(seed);
        Operation operation = dice.of(api.operations());
        TokenHolder caller = dice.below(10) < 6 ? usual(operation) : dice.of(TokenHolder.ALL);
        ValueMaker values = new ValueMaker(api.schemas(), dice, names);
        RequestDraft draft = new RequestDraft(operation.method(), operation.path());
        draft.header("Host", "localhost");
        if (caller != TokenHolder.NOBODY) {
            draft.header("Authorization", "Bearer " + names.tokens().getOrDefault(caller, UNKNOWN_TOKEN));
        }
        parameters(operation, draft, values, dice);
        int damages = dice.oneIn(8) ? 0 : dice.oneIn(4) ? 2 : 1;
        body(operation, draft, values, dice, damages);
        if (damages > 0 && (!draft.hasBody || damages > 1 || dice.oneIn(3))) {
            new HeadDamage(dice).spoil(draft);
        }
        return new WireRequest(
                operation,
                caller,
                draft.bytes(),
                draft.end,
                draft.answerDue,
                draft.method.strip().equals("HEAD"));
    }

    private static TokenHolder usual(Operation operation) {
        String path = operation.path();
        if (operation.name().equals("POST /api/v1/nodes")) {
            return TokenHolder.JOIN;
        }
        if (path.endsWith("/duty") || path.matches("/api/v1/(settings|storage|tokens|users|join-lines).*|/metrics")) {
            return TokenHolder.ADMIN;
        }
        boolean node = (path.startsWith("/api/v1/nodes/") && operation.body() != null) || path.contains("/attempts/");
        return node ? TokenHolder.NODE : TokenHolder.ANN;
    }

    private static void parameters(Operation operation, RequestDraft draft, ValueMaker values, Dice dice) {
        boolean ofNode = operation.path().startsWith("/api/v1/nodes");
        for (Parameter parameter : operation.parameters()) {
            if (!parameter.required() && dice.oneIn(2)) {
                continue;
            }
            String field = ofNode && parameter.name().equals("id") ? "node" : parameter.name();
            String value = parameter.name().length() == 1
                    ? Integer.toString(1 + dice.below(3))
                    : Tree.text(values.value(parameter.schema(), field, 0), "");
            switch (parameter.in()) {
                case "path" -> draft.target = draft.target.replace("{" + parameter.name() + "}", encode(value));
                case "query" ->
                    draft.target += (draft.target.contains("?") ? "&" : "?") + parameter.name() + "=" + encode(value);
                default -> draft.header(parameter.name(), encode(value));
            }
        }
    }

    private static String encode(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    private static void body(Operation operation, RequestDraft draft, ValueMaker values, Dice dice, int damages) {
        Tree schema = operation.body();
        if (schema == null && !operation.bytes()) {
            return;
        }
        draft.hasBody = true;
        if (schema == null) {
            draft.body = dice.oneIn(2) ? World.CONTENT : dice.bytes(dice.below(3000));
            draft.header("Content-Type", "application/octet-stream");
        } else {
            Tree message = values.value(schema, "", 0);
            if (damages > 0 && dice.below(10) < 7) {
                JsonDamage damage = new JsonDamage(dice);
                message = damage.spoil(message);
                if (damages > 1) {
                    message = damage.spoil(message);
                }
            }
            draft.body = message.json().getBytes(StandardCharsets.UTF_8);
            draft.header("Content-Type", "application/json");
        }
        draft.chunked = dice.oneIn(6);
        if (damages > 0 && dice.oneIn(4)) {
            new BodyDamage(dice).spoil(draft);
        }
        if (damages > 0 && dice.oneIn(20)) {
            draft.chunked = false;
            new BodyDamage(dice).breakOff(draft);
        }
    }
}
