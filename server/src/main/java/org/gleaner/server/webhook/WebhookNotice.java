package org.gleaner.server.webhook;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.protocol.json.StatusJson;

/** All that a stranger's address learns: number, name, state and counts; no owner, no command, no output. */
final class WebhookNotice {
    private WebhookNotice() {}

    static void write(JsonGenerator out, JobSummary job) throws IOException {
        out.writeStartObject();
        out.writeNumberField("version", 1);
        out.writeNumberField("job", job.id().value());
        out.writeStringField("name", job.name());
        out.writeStringField("state", job.state().word());
        out.writeFieldName("tasks");
        StatusJson.writeCounts(out, job.tasks());
        out.writeEndObject();
    }
}
