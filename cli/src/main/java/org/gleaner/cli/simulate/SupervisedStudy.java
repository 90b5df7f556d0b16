package org.gleaner.cli.simulate;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.gleaner.protocol.json.PastWhatIfJson;
import org.gleaner.simulator.report.Findings;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;

/**
 * A program has started this one and reads what comes of it, a JSON object in each line: how far it is, again and
 * again, and at last the findings. Whoever started it holds its standard input open; once that ends, nobody waits for
 * the findings any more, and the process ends at once, also if the other one was killed. The first line of it is the
 * password of a database, or empty.
 */
final class SupervisedStudy implements Study.Watcher {
    private static final long BETWEEN_LINES = TimeUnit.MILLISECONDS.toNanos(100);

    private static final int LONGEST_LINE = 4096;

    private record Progress(int runs, int of) {}

    private final Surroundings here;
    private final PrintStream out;
    private long told = System.nanoTime() - BETWEEN_LINES;
    private int most;

    private SupervisedStudy(Surroundings here) {
        this.here = here;
        this.out = here.out();
    }

    static SupervisedStudy begin(Surroundings here) throws IOException {
        InputStream in = here.streams().in();
        String password = line(in);
        Thread guard = new Thread(() -> endWith(in), "guard");
        guard.setDaemon(true);
        guard.start();
        Map<String, String> environment = new TreeMap<>(here.environment());
        if (!password.isEmpty()) {
            environment.put("PGPASSWORD", password);
        }
        return new SupervisedStudy(
                new Surroundings(here.home(), here.directory(), environment, here.streams(), here.launcher()));
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n' && next >= 0 && line.size() < LONGEST_LINE; next = in.read()) {
            line.write(next);
        }
        return line.toString(UTF_8);
    }

    /** As the program is meant to find them: with the password in its own memory, where no other process sees it. */
    Surroundings here() {
        return here;
    }

    private static void endWith(InputStream in) {
        try {
            in.transferTo(PrintStream.nullOutputStream());
        } catch (IOException gone) {
            // The same as its end.
        }
        // Not exit, which would wait for whoever is just writing to a reader that is gone.
        Runtime.getRuntime().halt(Exit.FAILED);
    }

    void tell(Study study) throws InterruptedException {
        Findings findings = study.run(false, this);
        Printer.json(out, findings, FindingsJson::writeDrawn);
        out.flush();
    }

    void tell(PastContrast contrast) {
        Printer.json(out, contrast.run(this), PastWhatIfJson::writeAnswer);
        out.flush();
    }

    @Override
    public synchronized void told(int runs, int of) {
        most = Math.max(most, runs);
        long now = System.nanoTime();
        if (now - told >= BETWEEN_LINES) {
            told = now;
            Printer.json(out, new Progress(most, of), (json, progress) -> {
                json.writeStartObject();
                json.writeNumberField("runs", progress.runs());
                json.writeNumberField("of", progress.of());
                json.writeEndObject();
            });
            out.flush();
        }
    }
}
