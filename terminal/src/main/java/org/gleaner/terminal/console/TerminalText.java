package org.gleaner.terminal.console;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.gleaner.core.job.Unseen;

/**
 * Text for a terminal, which must not obey it: what tasks print, names that others chose, what a server says. Controls
 * and marks that nobody sees are shown as signs instead; new lines and tabs stay, and a lone carriage return begins a
 * new line, as it could write over what was there. Confined to one thread.
 */
final class TerminalText extends OutputStream {
    /** Of a character that is split, at most so many bytes wait for the rest. */
    private static final int LONGEST = 4;

    private final OutputStream terminal;
    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    private byte[] rest = new byte[0];
    private boolean returned;

    TerminalText(OutputStream terminal) {
        this.terminal = terminal;
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        ByteBuffer in = ByteBuffer.allocate(rest.length + length)
                .put(rest)
                .put(bytes, from, length)
                .flip();
        CharBuffer text = CharBuffer.allocate(in.remaining() + LONGEST);
        decoder.decode(in, text, false);
        rest = new byte[in.remaining()];
        in.get(rest);
        StringBuilder shown = new StringBuilder();
        text.flip().codePoints().forEach(c -> append(shown, c));
        terminal.write(shown.toString().getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void flush() throws IOException {
        terminal.flush();
    }

    @Override
    public void close() throws IOException {
        terminal.close();
    }

    private void append(StringBuilder shown, int c) {
        if (returned && c != '\n') {
            shown.append('\n');
        }
        returned = c == '\r';
        if (c == '\n' || c == '\t' || !Unseen.isUnseen(c)) {
            shown.appendCodePoint(c);
        } else if (!returned) {
            shown.appendCodePoint(Unseen.picture(c));
        }
    }
}
