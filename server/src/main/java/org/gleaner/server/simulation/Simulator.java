package org.gleaner.server.simulation;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.gleaner.protocol.message.SimulationRequest;
import org.gleaner.protocol.message.SimulationView.Failure;

/** The simulator as a program that can be started. The server knows no more of it than this. */
public interface Simulator {
    /** The file in its directory that holds a scenario which somebody wrote. */
    String TEXT = "scenario.xml";

    /** The file that holds a question about the past. */
    String QUESTION = "question.json";

    /** There is none. */
    Simulator NONE = new Simulator() {
        @Override
        public List<String> scenarios() {
            return List.of();
        }

        @Override
        public Optional<Failure> flaw(String text) {
            return Optional.of(new Failure(
                    "This server can't simulate.", "It runs without a simulator.", "Use the full program."));
        }

        @Override
        public Launch launch(SimulationRequest request, Path directory) {
            return new Launch(List.of(), "");
        }
    };

    /**
     * What starts a simulation. It prints a JSON object per line, how far it is and at last what it found, and ends
     * when its standard input does.
     *
     * @param words program and arguments, with no secret in them; none if there is no simulator
     * @param secret the first line of its standard input
     */
    record Launch(List<String> words, String secret) {
        public Launch {
            words = List.copyOf(words);
        }

        /** Without the secret: this may end in a log. */
        @Override
        public String toString() {
            return words.toString();
        }
    }

    /** The scenarios that come with it. */
    List<String> scenarios();

    /** What is wrong with a scenario that somebody wrote. */
    Optional<Failure> flaw(String text);

    /** @param directory its own; all that it makes goes there */
    Launch launch(SimulationRequest request, Path directory);
}
