package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.message.CommitAnswer;
import org.gleaner.core.message.CommitCall;
import org.gleaner.core.message.CommitReply;
import org.jspecify.annotations.Nullable;

/** Final reports and their answers. Fields that say nothing (no text, no file) are left out. */
public final class CommitJson {
    private CommitJson() {}

    public static void writeCall(JsonGenerator out, CommitCall call) throws IOException {
        out.writeStartObject();
        out.writeNumberField("incarnation", call.incarnation());
        out.writeBooleanField("wantsWork", call.wantsWork());
        Members.list(out, "reports", call.reports(), CommitJson::writeReport);
        out.writeEndObject();
    }

    public static CommitCall readCall(JsonInput in) throws IOException {
        Integer incarnation = null;
        boolean wantsWork = false;
        List<AttemptReport> reports = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "incarnation" -> incarnation = in.integer();
                case "wantsWork" -> wantsWork = in.flag();
                case "reports" -> reports = in.list(JsonLimits.REPORTS, CommitJson::readReport);
                default -> in.skip();
            }
        }
        return new CommitCall(in.required(incarnation, "incarnation"), in.required(reports, "reports"), wantsWork);
    }

    public static void writeReport(JsonGenerator out, AttemptReport report) throws IOException {
        out.writeStartObject();
        out.writeStringField("attempt", report.attempt().toString());
        out.writeStringField("outcome", report.outcome().word());
        out.writeNumberField("exitCode", report.exitCode());
        Members.textIfAny(out, "detail", report.detail());
        AttemptJson.writeUsage(out, report.usage());
        writeFile(out, "list", report.outputs().list());
        if (report.outputs().list() == null && !report.outputs().isEmpty()) {
            out.writeFieldName("outputs");
            FileJson.writeResults(out, report.outputs().files());
        }
        if (!report.outputs().directories().isEmpty()) {
            Members.texts(out, "directories", report.outputs().directories());
        }
        writeFile(out, "stdout", report.stdout());
        writeFile(out, "stderr", report.stderr());
        Members.textIfAny(out, "tail", report.tail());
        out.writeEndObject();
    }

    public static AttemptReport readReport(JsonInput in) throws IOException {
        AttemptId attempt = null;
        Outcome outcome = null;
        int exitCode = 0;
        String detail = "";
        AttemptJson.UsageFields used = new AttemptJson.UsageFields();
        List<ResultFile> outputs = List.of();
        List<String> directories = List.of();
        ResultFile list = null;
        ResultFile stdout = null;
        ResultFile stderr = null;
        String tail = "";
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "attempt" -> attempt = in.attempt();
                case "outcome" -> outcome = in.word(Words.OUTCOMES);
                case "exitCode" -> exitCode = in.integer();
                case "detail" -> detail = in.text(JsonLimits.WORD);
                case "outputs" -> outputs = in.list(JsonLimits.FILES, FileJson::readResult);
                case "directories" -> directories = in.list(Outputs.MOST_DIRECTORIES, JsonInput::text);
                case "list" -> list = FileJson.readResult(in);
                case "stdout" -> stdout = FileJson.readResult(in);
                case "stderr" -> stderr = FileJson.readResult(in);
                case "tail" -> tail = in.text(JsonLimits.WORD);
                default -> used.take(field, in);
            }
        }
        return new AttemptReport(
                in.required(attempt, "attempt"),
                in.required(outcome, "outcome"),
                exitCode,
                detail,
                used.usage(),
                outputs(in, outputs, list).with(directories),
                stdout,
                stderr,
                tail);
    }

    private static Outputs outputs(JsonInput in, List<ResultFile> files, @Nullable ResultFile list) throws BadMessage {
        if (list == null) {
            return Outputs.of(files);
        }
        if (!files.isEmpty()) {
            throw in.contradiction("outputs are named one by one or in a list, not both");
        }
        return Outputs.listed(list);
    }

    public static void writeReply(JsonGenerator out, CommitReply reply) throws IOException {
        out.writeStartObject();
        Members.list(out, "answers", reply.answers(), CommitJson::writeAnswer);
        OrdersJson.writeStarts(out, reply.start());
        out.writeEndObject();
    }

    public static CommitReply readReply(JsonInput in) throws IOException {
        List<CommitAnswer> answers = null;
        OrdersJson.Starts starts = new OrdersJson.Starts();
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "answers" -> answers = in.list(JsonLimits.REPORTS, CommitJson::readAnswer);
                case "jobs" -> starts.readJobs(in);
                case "start" -> starts.readStarts(in);
                default -> in.skip();
            }
        }
        return new CommitReply(in.required(answers, "answers"), starts.resolve(in));
    }

    private static void writeAnswer(JsonGenerator out, CommitAnswer answer) throws IOException {
        out.writeStartObject();
        out.writeStringField("attempt", answer.attempt().toString());
        out.writeStringField("verdict", answer.verdict().word());
        FileJson.writeMissing(out, answer.missing());
        out.writeEndObject();
    }

    private static CommitAnswer readAnswer(JsonInput in) throws IOException {
        AttemptId attempt = null;
        CommitAnswer.Verdict verdict = null;
        List<BlobHash> missing = List.of();
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "attempt" -> attempt = in.attempt();
                case "verdict" -> verdict = in.word(Words.VERDICTS);
                case "missing" -> missing = in.list(JsonLimits.FILES + 2, JsonInput::hash);
                default -> in.skip();
            }
        }
        return new CommitAnswer(in.required(attempt, "attempt"), in.required(verdict, "verdict"), missing);
    }

    private static void writeFile(JsonGenerator out, String field, @Nullable ResultFile file) throws IOException {
        if (file != null) {
            out.writeFieldName(field);
            FileJson.writeResult(out, file);
        }
    }
}
