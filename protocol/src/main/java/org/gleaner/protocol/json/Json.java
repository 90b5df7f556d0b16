package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.regex.Pattern;
import org.gleaner.protocol.message.Content;
import org.jspecify.annotations.Nullable;

/** The way in and out: bytes or streams of UTF-8 to values and back. Thread-safe. */
public final class Json {
    /** The media type of every message. */
    public static final String MEDIA_TYPE = "application/json";

    /** What the parser says to those who program with it, not to those who send something. */
    private static final Pattern OUR_SOURCE = Pattern.compile("(, from|: enable) `[^`]*`( to allow)?"
            + "| \\(not recognized as one since Feature '\\w*' not enabled for parser\\)"
            + "| \\((start marker|for \\w+ starting) at \\[Source: [^]]*\\]\\)");

    private static final JsonFactory FACTORY = new JsonFactoryBuilder()
            // A message is UTF-8; guessing another encoding from its first bytes fails in ways of its own.
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(JsonLimits.DEPTH)
                    .maxStringLength(JsonLimits.TEXT)
                    .maxNameLength(1_000)
                    .maxNumberLength(32)
                    .build())
            .build();

    private Json() {}

    /** Reads a whole message; anything behind it is an error. */
    public static <T> T read(byte[] message, JsonReader<T> reader) throws BadMessage {
        return read(message, null, reader);
    }

    /**
     * Reads a whole message while it arrives. A {@link BadMessage} is the sender's fault; any other {@link IOException}
     * comes from the stream, which is left open.
     */
    public static <T> T read(InputStream message, JsonReader<T> reader) throws IOException {
        return read(message, null, reader);
    }

    /** @param shape what the message must also be; null: its reader alone judges it */
    public static <T> T read(byte[] message, @Nullable Shape shape, JsonReader<T> reader) throws BadMessage {
        try (JsonParser parser = FACTORY.createParser(message)) {
            return whole(parser, shape, reader);
        } catch (BadMessage bad) {
            throw bad;
        } catch (IOException impossible) {
            throw new UncheckedIOException("an array of bytes can't fail", impossible);
        }
    }

    public static <T> T read(InputStream message, @Nullable Shape shape, JsonReader<T> reader) throws IOException {
        try (JsonParser parser = FACTORY.createParser(message).configure(JsonParser.Feature.AUTO_CLOSE_SOURCE, false)) {
            return whole(parser, shape, reader);
        }
    }

    public static <T> byte[] write(T value, JsonWriter<T> writer) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        try {
            write(bytes, value, writer);
        } catch (IOException impossible) {
            throw new UncheckedIOException("memory can't fail", impossible);
        }
        return bytes.toByteArray();
    }

    /** Writes to a stream, which is left open. If the writer fails, what was written stays no valid JSON. */
    public static <T> void write(OutputStream stream, T value, JsonWriter<T> writer) throws IOException {
        try (JsonGenerator out = FACTORY.createGenerator(stream, JsonEncoding.UTF8)
                .configure(JsonGenerator.Feature.AUTO_CLOSE_TARGET, false)
                .configure(JsonGenerator.Feature.AUTO_CLOSE_JSON_CONTENT, false)) {
            writer.write(out, value);
        }
    }

    /** A number that is the same for the same message and, with near certainty, for no other. */
    static <T> long fingerprint(T value, JsonWriter<T> writer) {
        MessageDigest sha256 = Content.sha256();
        try {
            write(new DigestOutputStream(OutputStream.nullOutputStream(), sha256), value, writer);
        } catch (IOException impossible) {
            throw new UncheckedIOException("a digest can't fail", impossible);
        }
        return ByteBuffer.wrap(sha256.digest()).getLong();
    }

    private static <T> T whole(JsonParser parser, @Nullable Shape shape, JsonReader<T> reader) throws IOException {
        JsonInput in = new JsonInput(parser, shape == null ? null : new Guard(parser, shape));
        try {
            if (in.advance() == null) {
                throw new BadMessage("", "it is empty; send JSON");
            }
            T value = reader.read(in);
            if (parser.nextToken() != null) {
                throw new BadMessage("", "there is more after its end");
            }
            return value;
        } catch (JsonProcessingException malformed) {
            String why = OUR_SOURCE.matcher(malformed.getOriginalMessage()).replaceAll("");
            throw new BadMessage(JsonInput.path(parser), "it is not JSON, or beyond a limit: " + why);
        } catch (IllegalArgumentException refused) {
            // The records of core check themselves and say what is wrong in words meant for people.
            throw new BadMessage(JsonInput.path(parser), String.valueOf(refused.getMessage()));
        }
    }
}
