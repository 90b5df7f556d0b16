package org.gleaner.agent.machine;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/** Connections of this machine as {@code /proc/net} shows them, by which a caller's user is known. Thread-safe. */
public final class SocketTable {
    private static final String ESTABLISHED = "01";
    /** Places of what we need among the words of a line. */
    private static final int LOCAL = 1;

    private static final int REMOTE = 2;
    private static final int STATE = 3;
    private static final int USER = 7;
    private static final int INODE = 9;
    /** How an address of IPv4 begins where it is written as one of IPv6. */
    private static final byte[] MAPPED = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1};

    private final List<Path> tables;

    public SocketTable() {
        this(Path.of("/proc/net"));
    }

    SocketTable(Path directory) {
        tables = List.of(directory.resolve("tcp"), directory.resolve("tcp6"));
    }

    /**
     * The user who opened the other end of a connection by IPv4 between two sockets of this machine; empty if nobody
     * can tell. One that is closed already belongs to nobody, and the kernel then says that it is root's: so it is not
     * believed.
     */
    public OptionalLong userOf(InetSocketAddress caller, InetSocketAddress called) {
        for (Path table : tables) {
            try (BufferedReader lines = Files.newBufferedReader(table, StandardCharsets.US_ASCII)) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    String[] words = line.strip().split(" +", INODE + 2);
                    if (words.length > INODE
                            && isOf(words[LOCAL], caller)
                            && isOf(words[REMOTE], called)
                            && words[STATE].equals(ESTABLISHED)
                            && !words[INODE].equals("0")) {
                        return OptionalLong.of(Long.parseLong(words[USER]));
                    }
                }
            } catch (IOException | NumberFormatException noSuchTable) {
                // The other one may know; else nobody does.
            }
        }
        return OptionalLong.empty();
    }

    private static boolean isOf(String text, InetSocketAddress address) {
        String plain = words(address.getAddress().getAddress()) + port(address);
        // A program may speak IPv4 through a socket of IPv6, whose table has the address in its longer form.
        return text.equals(plain) || text.equals(words(MAPPED) + plain);
    }

    private static String port(InetSocketAddress address) {
        return String.format(Locale.ROOT, ":%04X", address.getPort());
    }

    /** The kernel writes addresses as numbers of four bytes each, in the order of this machine. */
    private static String words(byte[] address) {
        StringBuilder text = new StringBuilder();
        ByteBuffer numbers = ByteBuffer.wrap(address).order(ByteOrder.nativeOrder());
        while (numbers.hasRemaining()) {
            text.append(String.format(Locale.ROOT, "%08X", numbers.getInt()));
        }
        return text.toString();
    }
}
