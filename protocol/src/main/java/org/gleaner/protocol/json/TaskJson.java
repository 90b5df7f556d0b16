package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.TaskState;
import org.gleaner.protocol.message.EntryList;
import org.gleaner.protocol.message.OutputPage;
import org.gleaner.protocol.message.OutputPage.OutputRow;
import org.gleaner.protocol.message.TaskPage;
import org.gleaner.protocol.message.TaskRow;
import org.gleaner.protocol.message.TaskRow.LastAttempt;
import org.jspecify.annotations.Nullable;

/** The tasks of a job, what they left behind and what they were given. */
public final class TaskJson {
    /** As many as a page of tasks may have. */
    private static final int MOST_DIRECTORIES = Outputs.MOST_DIRECTORIES * JsonLimits.ROWS;

    private TaskJson() {}

    public static void writeTasks(JsonGenerator out, TaskPage page) throws IOException {
        StatusJson.start(out);
        out.writeNumberField("job", page.job().value());
        Members.list(out, "tasks", page.tasks(), TaskJson::writeTask);
        writeNext(out, page.next());
        out.writeEndObject();
    }

    public static TaskPage readTasks(JsonInput in) throws IOException {
        JobId job = null;
        List<TaskRow> tasks = null;
        int next = 0;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "job" -> job = new JobId(in.number());
                case "tasks" -> tasks = in.list(JsonLimits.ROWS, TaskJson::readTask);
                case "next" -> next = in.count();
                default -> in.skip();
            }
        }
        return new TaskPage(in.required(job, "job"), in.required(tasks, "tasks"), next);
    }

    private static void writeNext(JsonGenerator out, int next) throws IOException {
        if (next > 0) {
            out.writeNumberField("next", next);
        }
    }

    /** Flat, because people read it with tools for tables; fields of the last attempt are absent without one. */
    public static void writeTask(JsonGenerator out, TaskRow row) throws IOException {
        out.writeStartObject();
        out.writeNumberField("task", row.task());
        out.writeStringField("state", row.state().word());
        out.writeNumberField("attempts", row.attempts());
        if (!row.partials().isEmpty()) {
            Members.list(out, "partials", row.partials(), JsonGenerator::writeNumber);
        }
        LastAttempt last = row.last();
        if (last != null) {
            out.writeNumberField("attempt", last.number());
            AttemptJson.writePlace(out, last.node(), last.nodeName(), last.assigned());
            writeEnd(out, last);
        }
        out.writeEndObject();
    }

    private static void writeEnd(JsonGenerator out, LastAttempt last) throws IOException {
        Members.instant(out, "ended", last.ended());
        Outcome cause = last.cause();
        if (cause != null) {
            AttemptJson.writeCause(out, cause, last.exitCode(), last.usage());
        }
        Members.textIfAny(out, "detail", last.detail());
        Members.textIfAny(out, "tail", last.tail());
    }

    private static TaskRow readTask(JsonInput in) throws IOException {
        Integer task = null;
        TaskState state = null;
        int attempts = 0;
        List<Integer> partials = List.of();
        LastFields last = new LastFields();
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "task" -> task = in.count();
                case "state" -> state = in.word(Words.STATES);
                case "attempts" -> attempts = in.count();
                case "partials" -> partials = in.list(JsonLimits.ROWS, JsonInput::count);
                default -> last.take(field, in);
            }
        }
        return new TaskRow(
                in.required(task, "task"), in.required(state, "state"), attempts, partials, last.attempt(in));
    }

    /** The last attempt while its task is being read. */
    private static final class LastFields {
        private @Nullable Integer number;
        private final AttemptJson.Fields ran = new AttemptJson.Fields();
        private String detail = "";
        private String tail = "";

        void take(String field, JsonInput in) throws IOException {
            switch (field) {
                case "attempt" -> number = in.count();
                case "detail" -> detail = in.text();
                case "tail" -> tail = in.text();
                default -> ran.take(field, in);
            }
        }

        @Nullable
        LastAttempt attempt(JsonInput in) throws IOException {
            Integer known = number;
            if (known == null) {
                return null;
            }
            AttemptJson.Ran it = ran.ran(in);
            return new LastAttempt(
                    known,
                    it.node(),
                    it.nodeName(),
                    it.assigned(),
                    it.ended(),
                    it.cause(),
                    it.exitCode(),
                    it.usage(),
                    detail,
                    tail);
        }
    }

    public static void writeRunning(JsonGenerator out, Reply.Running running) throws IOException {
        StatusJson.start(out);
        out.writeNumberField("job", running.job().value());
        Members.objects(out, "running", running.runs(), (json, run) -> {
            json.writeStringField("attempt", run.attempt().toString());
            Members.millis(json, "elapsedMs", run.elapsed());
            Members.millis(json, "leftMs", run.left());
            if (run.suspended()) {
                json.writeBooleanField("suspended", true);
            }
        });
        out.writeEndObject();
    }

    public static Reply.Running readRunning(JsonInput in) throws IOException {
        JobId job = null;
        List<Reply.Run> runs = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "job" -> job = new JobId(in.number());
                case "running" -> runs = in.list(JsonLimits.ROWS, TaskJson::readRun);
                default -> in.skip();
            }
        }
        return new Reply.Running(in.required(job, "job"), in.required(runs, "running"));
    }

    private static Reply.Run readRun(JsonInput in) throws IOException {
        AttemptId attempt = null;
        Duration elapsed = null;
        Duration left = null;
        boolean suspended = false;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "attempt" -> attempt = in.attempt();
                case "elapsedMs" -> elapsed = in.millis();
                case "leftMs" -> left = in.millis();
                case "suspended" -> suspended = in.flag();
                default -> in.skip();
            }
        }
        return new Reply.Run(in.required(attempt, "attempt"), elapsed, left, suspended);
    }

    public static void writeOutputs(JsonGenerator out, OutputPage page) throws IOException {
        StatusJson.start(out);
        out.writeNumberField("job", page.job().value());
        Members.objects(out, "outputs", page.outputs(), (json, row) -> {
            json.writeNumberField("task", row.task());
            FileJson.writeResultFields(json, row.file());
        });
        writeNext(out, page.next());
        if (page.skip() > 0) {
            out.writeNumberField("skip", page.skip());
        }
        writeAttempts(out, "attempts", page.attempts());
        writeAttempts(out, "others", page.others());
        if (!page.directories().isEmpty()) {
            Members.objects(out, "directories", page.directories(), (json, one) -> {
                json.writeNumberField("task", one.task());
                json.writeStringField("path", one.path());
            });
        }
        out.writeEndObject();
    }

    private static void writeAttempts(JsonGenerator out, String field, List<AttemptId> attempts) throws IOException {
        if (!attempts.isEmpty()) {
            Members.list(out, field, attempts, (json, attempt) -> json.writeString(attempt.toString()));
        }
    }

    public static OutputPage readOutputs(JsonInput in) throws IOException {
        JobId job = null;
        List<OutputRow> outputs = null;
        int next = 0;
        int skip = 0;
        List<AttemptId> attempts = List.of();
        List<AttemptId> others = List.of();
        List<OutputPage.Directory> directories = List.of();
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "job" -> job = new JobId(in.number());
                case "outputs" -> outputs = in.list(2 * JsonLimits.ROWS, TaskJson::readOutput);
                case "next" -> next = in.count();
                case "skip" -> skip = in.count();
                case "attempts" -> attempts = in.list(2 * JsonLimits.ROWS, JsonInput::attempt);
                case "directories" -> directories = in.list(MOST_DIRECTORIES, TaskJson::readDirectory);
                case "others" -> others = in.list(2 * JsonLimits.ROWS, JsonInput::attempt);
                default -> in.skip();
            }
        }
        return new OutputPage(
                in.required(job, "job"), in.required(outputs, "outputs"), next, skip, attempts, others, directories);
    }

    private static OutputPage.Directory readDirectory(JsonInput in) throws IOException {
        Integer task = null;
        String path = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "task" -> task = in.count();
                case "path" -> path = in.text();
                default -> in.skip();
            }
        }
        return new OutputPage.Directory(in.required(task, "task"), in.required(path, "path"));
    }

    private static OutputRow readOutput(JsonInput in) throws IOException {
        Integer task = null;
        FileJson.Fields file = new FileJson.Fields();
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            if (field.equals("task")) {
                task = in.count();
            } else {
                file.take(field, in);
            }
        }
        return new OutputRow(in.required(task, "task"), file.result(in));
    }

    public static void writeEntries(JsonGenerator out, EntryList list) throws IOException {
        StatusJson.start(out);
        out.writeNumberField("job", list.job().value());
        out.writeNumberField("from", list.from());
        Members.list(out, "entries", list.entries(), SpecJson::writeEntry);
        writeNext(out, list.next());
        out.writeEndObject();
    }

    public static EntryList readEntries(JsonInput in) throws IOException {
        JobId job = null;
        Integer from = null;
        List<Entry> entries = null;
        int next = 0;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "job" -> job = new JobId(in.number());
                case "from" -> from = in.count();
                case "entries" -> entries = in.list(JsonLimits.ROWS, SpecJson::readEntry);
                case "next" -> next = in.count();
                default -> in.skip();
            }
        }
        return new EntryList(in.required(job, "job"), in.required(from, "from"), in.required(entries, "entries"), next);
    }
}
