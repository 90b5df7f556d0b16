package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import org.gleaner.core.id.BlobHash;
import org.gleaner.protocol.message.UploadState;

/** Uploads that the server hashes. */
public final class UploadJson {
    private UploadJson() {}

    public static void write(JsonGenerator out, UploadState state) throws IOException {
        StatusJson.start(out);
        out.writeStringField("upload", state.upload());
        out.writeNumberField("received", state.received());
        out.writeNumberField("size", state.size());
        BlobHash hash = state.hash();
        Members.text(out, "hash", hash == null ? null : hash.hex());
        out.writeEndObject();
    }

    public static UploadState read(JsonInput in) throws IOException {
        String upload = null;
        Long received = null;
        Long size = null;
        BlobHash hash = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "upload" -> upload = in.text();
                case "received" -> received = in.amount();
                case "size" -> size = in.amount();
                case "hash" -> hash = in.hash();
                default -> in.skip();
            }
        }
        return new UploadState(
                in.required(upload, "upload"), in.required(received, "received"), in.required(size, "size"), hash);
    }
}
