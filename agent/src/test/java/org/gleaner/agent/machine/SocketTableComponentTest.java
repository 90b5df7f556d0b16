package org.gleaner.agent.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(900)
final class SocketTableComponentTest {
    private final SocketTable table = new SocketTable();

    @Test
    void the_user_of_a_caller_is_known_while_the_line_is_open_and_not_taken_for_root_afterwards() throws IOException {
        assumeThat(Path.of("/proc/net/tcp")).as("no table of sockets here").exists();
        InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        try (ServerSocket server = new ServerSocket(0, 5, loopback)) {
            Socket client = new Socket(loopback, server.getLocalPort());
            try (Socket accepted = server.accept()) {
                InetSocketAddress caller = (InetSocketAddress) accepted.getRemoteSocketAddress();
                InetSocketAddress called = (InetSocketAddress) accepted.getLocalSocketAddress();

                OptionalLong open = table.userOf(caller, called);
                OptionalLong stranger = table.userOf(new InetSocketAddress(loopback, 1), called);
                client.shutdownOutput();
                OptionalLong half = table.userOf(caller, called);
                client.close();
                OptionalLong closed = table.userOf(caller, called);

                assertThat(open).isEqualTo(Machine.ownUser());
                assertThat(stranger).isEmpty();
                assertThat(half).isEmpty();
                assertThat(closed).isEmpty();
            } finally {
                client.close();
            }
        }
    }
}
