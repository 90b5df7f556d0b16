package org.gleaner.lab.fuzz;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.gleaner.protocol.json.BadMessage;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.problem.Problem;
import org.gleaner.protocol.problem.ProblemJson;
import org.gleaner.protocol.problem.ProblemKind;
import org.jspecify.annotations.Nullable;

/** What every answer must keep to, whatever was asked. */
final class AnswerCheck {
    private static final int BROKEN = 500;
    /** Who announces more than any disk has is told so. */
    private static final int FULL = 507;

    private AnswerCheck() {}

    /** What is wrong with it; null: nothing. */
    static @Nullable String fault(WireRequest request, WireAnswer answer) {
        switch (answer.kind()) {
            case SILENT:
                return "no answer came";
            case GARBLED:
                // Who goes on sending when the server has hung up may lose the end of the answer: that is TCP.
                return request.end() == WireRequest.End.ENDLESS ? null : "the answer is not HTTP, or incomplete";
            case CLOSED:
                return request.answerDue() ? "the connection was closed without an answer" : null;
            default:
                if (answer.status() >= BROKEN && answer.status() != FULL) {
                    return "the answer is " + answer.status();
                }
                return request.headOnly() || !answer.whole() ? null : content(answer);
        }
    }

    private static @Nullable String content(WireAnswer answer) {
        String type = answer.headers().getOrDefault("content-type", "");
        if (answer.isRefusal()) {
            return type.equals(Problem.MEDIA_TYPE) ? problem(answer) : "a refusal has the content type '" + type + "'";
        }
        if (type.startsWith(Json.MEDIA_TYPE)) {
            try {
                Tree.read(answer.body());
            } catch (IOException malformed) {
                return "the answer is not JSON: " + malformed.getMessage();
            }
        }
        return null;
    }

    private static @Nullable String problem(WireAnswer answer) {
        String text = new String(answer.body(), StandardCharsets.UTF_8);
        if (text.contains("\\tat ") || text.matches("(?s).*\\b(java|org)\\.[a-z.]+\\.[A-Z]\\w+(Exception|Error).*")) {
            return "the problem reveals internals: " + text;
        }
        try {
            Problem problem = Json.read(answer.body(), ProblemJson::read);
            if (problem.status() != answer.status()) {
                return "the problem says " + problem.status() + ", the answer " + answer.status();
            }
            if (ProblemKind.of(problem.code()) == null) {
                return "unknown kind of problem '" + problem.code() + "'";
            }
            boolean bare = problem.detail().isBlank()
                    || problem.remedy().isBlank()
                    || problem.instance().isBlank();
            return bare ? "the problem lacks what, why or which call: " + text : null;
        } catch (BadMessage bad) {
            return "the problem can't be read: " + bad.getMessage();
        }
    }
}
