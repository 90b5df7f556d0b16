package org.gleaner.simulator.faults;

import java.util.function.Consumer;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.id.BlobHash;
import org.gleaner.simulator.world.LossyNetwork;

/** One machine's way to the server and back. */
final class Line {
    private final LossyNetwork network;
    private final SimulatedServer server;
    private final int number;

    Line(LossyNetwork network, SimulatedServer server) {
        this.network = network;
        this.server = server;
        this.number = network.join();
    }

    int number() {
        return number;
    }

    /** Both consumers may be told nothing, once or twice, as the network pleases. */
    void ask(Request request, Consumer<Reply> answer, Runnable broken) {
        network.toServer(
                number,
                () -> server.receive(
                        request, reply -> network.fromServer(number, () -> answer.accept(reply), broken), broken),
                broken);
    }

    void upload(BlobHash hash, Runnable done, Runnable broken) {
        network.toServer(
                number,
                () -> {
                    if (server.keep(hash)) {
                        network.fromServer(number, done, broken);
                    } else {
                        broken.run();
                    }
                },
                broken);
    }
}
