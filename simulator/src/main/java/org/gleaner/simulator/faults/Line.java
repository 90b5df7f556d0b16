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

    /** The server may get the call twice or never; the caller gets one answer, hears that the line broke, or waits. */
    void ask(RoutedCall request, Consumer<Reply> answer, Runnable broken) {
        Once once = new Once();
        Runnable breaks = once.of(broken);
        Consumer<Reply> answers = reply -> once.of(() -> answer.accept(reply)).run();
        network.toServer(
                number,
                () -> server.receive(
                        request, reply -> network.fromServer(number, () -> answers.accept(reply), breaks), breaks),
                breaks);
    }

    /** Nobody waits for an answer. */
    void tell(RoutedCall request) {
        ask(request, reply -> {}, () -> {});
    }

    void upload(BlobHash hash, Runnable done, Runnable broken) {
        network.toServer(
                number, () -> server.keep(hash, () -> network.fromServer(number, done, broken), broken), broken);
    }
}
