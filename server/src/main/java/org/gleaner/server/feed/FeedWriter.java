package org.gleaner.server.feed;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.image.Audience;
import org.gleaner.core.image.PoolImage;
import org.gleaner.core.image.SeenChange;
import org.gleaner.protocol.json.FeedJson;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.message.Content;
import org.gleaner.protocol.message.FeedSnapshot;

/**
 * Images as server-sent events of one run of the server. Immutable.
 *
 * @param run names the run to whoever comes back
 * @param secret makes words for other people's attempts of which nobody can guess the attempt
 */
record FeedWriter(String run, String secret) {
    private static final int KEY = 16;

    /** Says nothing, and keeps a connection from looking idle. */
    static final byte[] COMMENT = ":\n\n".getBytes(UTF_8);

    byte[] snapshot(PoolImage image, Caller viewer) {
        FeedSnapshot snapshot = new FeedSnapshot(
                run, image.number(), image.at(), viewer, image.totals().of(Audience.of(viewer)));
        return event("snapshot", image.number(), Json.write(snapshot, FeedJson::writeSnapshot));
    }

    byte[] change(SeenChange change) {
        return event("change", change.number(), Json.write(change, FeedJson::writeChange));
    }

    /** JSON as we write it has no line breaks, so that one line of data holds it. */
    private byte[] event(String name, long number, byte[] json) {
        ByteArrayOutputStream event = new ByteArrayOutputStream(json.length + 100);
        event.writeBytes(("event: " + name + "\nid: " + run + "-" + number + "\ndata: ").getBytes(UTF_8));
        event.writeBytes(json);
        event.writeBytes("\n\n".getBytes(UTF_8));
        return event.toByteArray();
    }

    String key(AttemptId attempt) {
        return Content.hash((secret + attempt).getBytes(UTF_8)).hex().substring(0, KEY);
    }
}
