package org.gleaner.server.route;

import java.io.IOException;
import java.util.Optional;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.scheduling.Redundancies;
import org.gleaner.core.scheduling.Strategies;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.SimulationJson;
import org.gleaner.protocol.message.SimulationList;
import org.gleaner.protocol.message.SimulationRequest;
import org.gleaner.protocol.message.SimulationView;
import org.gleaner.protocol.message.SimulationView.Failure;
import org.gleaner.protocol.problem.ShellProblems;
import org.gleaner.server.http.Exchange;
import org.gleaner.server.http.Refused;
import org.gleaner.server.simulation.Simulations;

/** Trying strategies before one is used: on invented machines, or, for admins, on this pool's own past. */
record SimulationRoutes(Simulations simulations) {
    private static final int LARGEST = 512 << 10;

    void begin(Exchange exchange) {
        exchange.body(LARGEST, content -> {
            SimulationRequest request = exchange.read(content, SimulationJson::readRequest);
            // A scenario's text is read as far as that shows whether it is one.
            exchange.work(() -> {
                check(exchange, request);
                SimulationView begun =
                        simulations.begin(Callers.person(exchange).owner(), request);
                exchange.about("simulation " + begun.id());
                exchange.json(201, Json.write(begun, SimulationJson::writeView));
            });
        });
    }

    private void check(Exchange exchange, SimulationRequest request) throws Refused {
        if (request.source() instanceof SimulationRequest.BuiltIn builtIn
                && !simulations.simulator().scenarios().contains(builtIn.scenario())) {
            throw Parameters.wrong(
                    "/scenario",
                    "there is none of this name; there are "
                            + String.join(", ", simulations.simulator().scenarios()));
        }
        if (request.source() instanceof SimulationRequest.OwnHistory
                && !Callers.person(exchange).admin()) {
            throw Refused.of(new Rejection.NotAllowed(Rejection.Deed.SEE_RUNS_OF_OTHERS));
        }
        if (request.source() instanceof SimulationRequest.Described described) {
            Optional<Failure> flaw = simulations.simulator().flaw(described.text());
            if (flaw.isPresent()) {
                throw new Refused(ShellProblems.invalidScenario(
                        flaw.get().what() + " " + flaw.get().why(), flaw.get().remedy()));
            }
        }
    }

    void list(Exchange exchange) {
        SimulationList list = new SimulationList(
                simulations.simulator().scenarios(),
                Strategies.names(),
                Redundancies.names(),
                simulations.list(Callers.person(exchange)));
        exchange.json(200, Json.write(list, SimulationJson::writeList));
    }

    void show(Exchange exchange) throws IOException {
        Caller caller = Callers.person(exchange);
        show(exchange, simulations.find(caller, exchange.parameter("simulation")));
    }

    void stop(Exchange exchange) throws IOException {
        Caller caller = Callers.person(exchange);
        exchange.about("simulation " + exchange.parameter("simulation"));
        show(exchange, simulations.stop(caller, exchange.parameter("simulation")));
    }

    private static void show(Exchange exchange, Optional<SimulationView> view) throws Refused {
        SimulationView found = view.orElseThrow(() -> unknown(exchange));
        exchange.json(200, Json.write(found, SimulationJson::writeView));
    }

    void drop(Exchange exchange) throws IOException {
        if (!simulations.drop(Callers.person(exchange), exchange.parameter("simulation"))) {
            throw unknown(exchange);
        }
        exchange.about("simulation " + exchange.parameter("simulation"));
        exchange.empty(204);
    }

    private static Refused unknown(Exchange exchange) {
        return new Refused(ShellProblems.unknownSimulation(exchange.parameter("simulation")));
    }
}
