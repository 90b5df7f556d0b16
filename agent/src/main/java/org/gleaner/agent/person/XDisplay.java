package org.gleaner.agent.person;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A screen of this machine: its socket, and the cookie that opens it.
 *
 * @param cookie in hexadecimal digits; empty if there is none
 */
record XDisplay(Path socket, String cookie) {
    /** A display of another machine, as inside ssh, says nothing about who sits at this one. */
    private static final Pattern LOCAL = Pattern.compile("(?:unix)?:([0-9]{1,5})(?:\\.[0-9]+)?");

    private static final String COOKIE = "MIT-MAGIC-COOKIE-1";
    private static final int MOST_COOKIES = 10_000;
    private static final int LONGEST = 4096;

    /** The screen that a program with this environment would use; null if it has none here. */
    static @Nullable XDisplay of(Map<String, String> environment, Path sockets) {
        Matcher display = LOCAL.matcher(environment.getOrDefault("DISPLAY", ""));
        if (!display.matches()) {
            return null;
        }
        Path socket = sockets.resolve("X" + display.group(1));
        if (!Files.exists(socket)) {
            return null;
        }
        String named = environment.get("XAUTHORITY");
        Path file = named != null
                ? Path.of(named)
                : Path.of(environment.getOrDefault("HOME", "/nonexistent")).resolve(".Xauthority");
        return new XDisplay(socket, cookie(file, display.group(1)));
    }

    /** Entries are: family, address, display, name, data; all but the first with their length before them. */
    private static String cookie(Path file, String display) {
        try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
            for (int i = 0; i < MOST_COOKIES; i++) {
                in.readUnsignedShort();
                field(in);
                String number = new String(field(in), StandardCharsets.UTF_8);
                String name = new String(field(in), StandardCharsets.UTF_8);
                byte[] data = field(in);
                if (name.equals(COOKIE) && (number.isEmpty() || number.equals(display))) {
                    return HexFormat.of().formatHex(data);
                }
            }
        } catch (IOException endOrAbsent) {
            // An X server may let its own user in without any.
        }
        return "";
    }

    private static byte[] field(DataInputStream in) throws IOException {
        int length = in.readUnsignedShort();
        if (length > LONGEST) {
            throw new EOFException("no such cookie file");
        }
        return in.readNBytes(length);
    }

    /** The first words of a conversation: little-endian, version 11.0, and the cookie, both parts in units of four. */
    ByteBuffer greeting() {
        byte[] secret = HexFormat.of().parseHex(cookie);
        byte[] name = secret.length == 0 ? new byte[0] : COOKIE.getBytes(StandardCharsets.US_ASCII);
        return message(12 + padded(name).length + padded(secret).length)
                .putShort((short) 'l')
                .putShort((short) 11)
                .putShort((short) 0)
                .putShort((short) name.length)
                .putShort((short) secret.length)
                .putShort((short) 0)
                .put(padded(name))
                .put(padded(secret));
    }

    /** An empty message of so many bytes. */
    static ByteBuffer message(int length) {
        return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] padded(byte[] bytes) {
        return Arrays.copyOf(bytes, (bytes.length + 3) & ~3);
    }
}
