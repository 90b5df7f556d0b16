package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Map;
import java.util.SortedMap;
import org.gleaner.core.desk.TaskMap;
import org.gleaner.core.job.TaskState;

/** Where all tasks of a job stand. */
public final class TaskMapJson {
    private TaskMapJson() {}

    public static void write(JsonGenerator out, TaskMap map) throws IOException {
        StatusJson.start(out);
        out.writeNumberField("job", map.job().value());
        out.writeNumberField("tasks", map.tasks());
        if (map.perCell() == 0) {
            Members.list(out, "runs", map.runs(), TaskMapJson::writeRun);
        } else {
            out.writeNumberField("perCell", map.perCell());
            Members.list(out, "cells", map.cells(), TaskMapJson::writeCell);
        }
        out.writeEndObject();
    }

    /** Short, as there may be thousands. */
    private static void writeRun(JsonGenerator out, TaskMap.Run run) throws IOException {
        out.writeStartArray();
        out.writeString(run.state().word());
        out.writeNumber(run.tasks());
        out.writeEndArray();
    }

    private static void writeCell(JsonGenerator out, SortedMap<TaskState, Integer> cell) throws IOException {
        out.writeStartObject();
        for (Map.Entry<TaskState, Integer> one : cell.entrySet()) {
            out.writeNumberField(one.getKey().word(), one.getValue());
        }
        out.writeEndObject();
    }
}
