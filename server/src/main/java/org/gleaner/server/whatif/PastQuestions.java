package org.gleaner.server.whatif;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Optional;
import org.gleaner.core.grid.Caller;
import org.gleaner.protocol.json.BadMessage;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.PastWhatIfJson;
import org.gleaner.protocol.message.PastQuestion;
import org.gleaner.protocol.message.PastResult;
import org.gleaner.protocol.message.SimulationRequest;
import org.gleaner.protocol.message.SimulationView;
import org.gleaner.protocol.message.SimulationView.Course;
import org.gleaner.protocol.message.SimulationView.State;
import org.gleaner.protocol.message.WhatIfView;
import org.gleaner.server.http.Refused;
import org.gleaner.server.simulation.Simulations;

/**
 * Questions about the past of the pool. Each is a simulation in a process of its own and waits for its turn like the
 * others. Thread-safe.
 */
public record PastQuestions(Simulations simulations) {
    public WhatIfView ask(Caller caller, PastQuestion question) throws Refused {
        SimulationRequest request =
                new SimulationRequest(new SimulationRequest.OtherPast(question), List.of(), List.of(), 1, 1);
        return seen(caller, simulations.begin(caller.owner(), request));
    }

    public Optional<WhatIfView> find(Caller caller, String id) {
        return simulations.answer(caller.owner(), id).map(view -> seen(caller, view));
    }

    /** Ends it and forgets it. */
    public boolean drop(Caller caller, String id) {
        return simulations.dropAnswer(caller.owner(), id);
    }

    /** Of what others did nobody is told but admins. */
    private static WhatIfView seen(Caller caller, SimulationView view) {
        Course course = view.course();
        String said = course.state() == State.DONE ? view.result() : null;
        return new WhatIfView(
                view.id(),
                view.owner(),
                course.state(),
                course.runs(),
                Math.max(1, course.of()),
                course.asked(),
                course.ahead(),
                view.failure(),
                null,
                said == null ? null : read(said).seenBy(caller));
    }

    private static PastResult read(String said) {
        try {
            return Json.read(said.getBytes(UTF_8), PastWhatIfJson::readResult);
        } catch (BadMessage wrong) {
            throw new IllegalStateException("the simulator has a different version", wrong);
        }
    }
}
