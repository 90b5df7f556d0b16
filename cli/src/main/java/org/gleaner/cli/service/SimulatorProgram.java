package org.gleaner.cli.service;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.gleaner.cli.GleanerMain;
import org.gleaner.protocol.message.SimulationRequest;
import org.gleaner.protocol.message.SimulationView.Failure;
import org.gleaner.server.simulation.Simulator;
import org.gleaner.server.store.PostgresLogin;
import org.gleaner.simulator.scenario.Assumptions;
import org.gleaner.simulator.scenario.BuiltInScenarios;
import org.gleaner.simulator.scenario.ScenarioError;
import org.gleaner.simulator.scenario.XmlScenario;
import org.jspecify.annotations.Nullable;

/**
 * This program once more, as {@code gleaner simulate}, for a server that runs from it.
 *
 * @param data the server's directory, whose database holds its history
 * @param database where the history is instead; null: in the directory
 */
public record SimulatorProgram(Path data, @Nullable PostgresLogin database) implements Simulator {
    private static final List<String> BOUNDS = List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError");

    @Override
    public List<String> scenarios() {
        return BuiltInScenarios.names();
    }

    @Override
    public Optional<Failure> flaw(String text) {
        try {
            XmlScenario unused = XmlScenario.parse("The scenario", text, Assumptions.USUAL);
            return Optional.empty();
        } catch (ScenarioError wrong) {
            return Optional.of(new Failure(wrong.what(), wrong.why(), wrong.remedy()));
        }
    }

    @Override
    public Launch launch(SimulationRequest request, Path directory) {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home", ""), "bin", "java").toString()));
        words.addAll(BOUNDS);
        words.add("-Djava.io.tmpdir=" + directory.toAbsolutePath());
        words.addAll(List.of("-cp", classPath(), GleanerMain.class.getName(), "simulate", "--supervised"));
        words.addAll(source(request.source()));
        if (!(request.source() instanceof SimulationRequest.OtherPast)) {
            words.addAll(choices(request));
        }
        boolean asks = request.source() instanceof SimulationRequest.OwnHistory
                || request.source() instanceof SimulationRequest.OtherPast;
        String password = asks && database != null ? database.password() : null;
        return new Launch(words, password == null ? "" : password);
    }

    private static List<String> choices(SimulationRequest request) {
        List<String> words = new ArrayList<>();
        words.addAll(List.of("--strategies", String.join(",", request.strategies())));
        words.addAll(List.of("--redundancy", String.join(",", request.redundancy())));
        words.addAll(List.of("--seeds", Integer.toString(request.repeats())));
        words.addAll(List.of("--from-seed", Long.toString(request.seed())));
        words.addAll(List.of("--threads", "1"));
        return words;
    }

    private List<String> source(SimulationRequest.Source source) {
        if (source instanceof SimulationRequest.BuiltIn builtIn) {
            return List.of(builtIn.scenario());
        }
        if (source instanceof SimulationRequest.OwnHistory past) {
            return history(List.of("--since", past.days() + "d"));
        }
        if (source instanceof SimulationRequest.OtherPast) {
            return history(List.of("--suppose", QUESTION));
        }
        return List.of(TEXT);
    }

    private List<String> history(List<String> more) {
        List<String> words = new ArrayList<>(List.of("--from-history"));
        words.addAll(more);
        words.addAll(
                database == null
                        ? List.of("--data", data.toAbsolutePath().toString())
                        : List.of("--db", database.address().written()));
        return words;
    }

    /** As it was meant where this process was started: the other one is started elsewhere. */
    private static String classPath() {
        String paths = System.getProperty("java.class.path", "");
        return Arrays.stream(paths.split(File.pathSeparator, -1))
                .map(path -> Path.of(path).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }
}
