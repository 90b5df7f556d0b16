package org.gleaner.server.join;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.gleaner.protocol.message.Content;

/**
 * The plug-in for Snakemake as pip wants it: a zip of its Python files, which are in this program's jar, and of what
 * {@code pyproject.toml} says about them. Made here, so that a build needs no Python; the same bytes everywhere.
 *
 * @param name of the file, which says the version
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record PythonWheel(String name, byte[] content) {
    /** All of its modules. */
    static final List<String> FILES = List.of("__init__.py", "servant.py");

    private static final String PACKAGE = "snakemake_executor_plugin_gleaner";
    private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);
    private static final Pattern REQUIRED = Pattern.compile("(?m)^ {4}\"([^\"]+)\",$");

    public static PythonWheel make() {
        String project = new String(resource("pyproject.toml"), UTF_8);
        String version = value(project, "version");
        Map<String, byte[]> files = new LinkedHashMap<>();
        for (String file : FILES) {
            files.put(PACKAGE + "/" + file, resource(PACKAGE + "/" + file));
        }
        String about = PACKAGE + "-" + version + ".dist-info/";
        files.put(about + "METADATA", metadata(project).getBytes(UTF_8));
        files.put(
                about + "WHEEL",
                "Wheel-Version: 1.0\nGenerator: gleaner\nRoot-Is-Purelib: true\nTag: py3-none-any\n".getBytes(UTF_8));
        files.put(about + "RECORD", record(files, about + "RECORD").getBytes(UTF_8));
        return new PythonWheel(PACKAGE + "-" + version + "-py3-none-any.whl", zip(files));
    }

    /** Where pip's flag --find-links looks. */
    public String page() {
        return "<!DOCTYPE html><html><body><a href=\"/python/" + name + "#sha256="
                + Content.hash(content).hex() + "\">" + name + "</a></body></html>\n";
    }

    private static String metadata(String project) {
        List<String> lines = new ArrayList<>(List.of(
                "Metadata-Version: 2.1",
                "Name: " + value(project, "name"),
                "Version: " + value(project, "version"),
                "Summary: " + value(project, "description"),
                "Requires-Python: " + value(project, "requires-python")));
        Matcher required = REQUIRED.matcher(project);
        while (required.find()) {
            lines.add("Requires-Dist: " + required.group(1));
        }
        return String.join("\n", lines) + "\n";
    }

    private static String record(Map<String, byte[]> files, String itself) {
        StringBuilder lines = new StringBuilder();
        files.forEach((name, bytes) -> lines.append(name)
                .append(",sha256=")
                .append(Base64.getUrlEncoder()
                        .withoutPadding()
                        .encodeToString(
                                HexFormat.of().parseHex(Content.hash(bytes).hex())))
                .append(',')
                .append(bytes.length)
                .append('\n'));
        return lines.append(itself).append(",,\n").toString();
    }

    /** Not compressed: how well that goes differs between Java versions. */
    private static byte[] zip(Map<String, byte[]> files) {
        ByteArrayOutputStream sink = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(sink, UTF_8)) {
            zip.setMethod(ZipOutputStream.STORED);
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                CRC32 sum = new CRC32();
                sum.update(file.getValue());
                ZipEntry entry = new ZipEntry(file.getKey());
                entry.setTimeLocal(NO_TIME);
                entry.setSize(file.getValue().length);
                entry.setCrc(sum.getValue());
                zip.putNextEntry(entry);
                zip.write(file.getValue());
                zip.closeEntry();
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException("memory can't be written", impossible);
        }
        return sink.toByteArray();
    }

    private static String value(String project, String key) {
        Matcher line = Pattern.compile("(?m)^" + key + " = \"([^\"]+)\"$").matcher(project);
        if (!line.find()) {
            throw new IllegalStateException("pyproject.toml has no " + key);
        }
        return line.group(1);
    }

    private static byte[] resource(String name) {
        try (InputStream in = PythonWheel.class.getResourceAsStream("python/" + name)) {
            return Objects.requireNonNull(in, name).readAllBytes();
        } catch (IOException broken) {
            throw new UncheckedIOException("a file of this program can't be read: " + name, broken);
        }
    }
}
