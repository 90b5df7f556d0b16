package org.gleaner.agent.person;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;

/** What the agent's page is dressed in. The colours and basic elements are those of the server's page. */
enum LocalPageFile {
    STYLE("/page.css", "text/css", "tokens.css", "page.css"),
    SCRIPT("/page.js", "text/javascript", "page.js"),
    ICON("/icon.svg", "image/svg+xml", "icon.svg");

    private final String path;
    private final String type;
    private final String text;

    LocalPageFile(String path, String type, String... names) {
        this.path = path;
        this.type = type;
        StringBuilder whole = new StringBuilder();
        for (String name : names) {
            whole.append(read(name));
        }
        this.text = whole.toString();
    }

    static Optional<PageAnswer> at(String path) {
        for (LocalPageFile file : values()) {
            if (file.path.equals(path)) {
                return Optional.of(new PageAnswer(200, file.type, file.text, null));
            }
        }
        return Optional.empty();
    }

    private static String read(String name) {
        try (InputStream file = LocalPageFile.class.getResourceAsStream(name)) {
            if (file == null) {
                throw new IllegalStateException(name + " is missing from the program");
            }
            return new String(file.readAllBytes(), UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(name + " can't be read", unreadable);
        }
    }
}
