package org.gleaner.server.join;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import org.gleaner.protocol.message.JoinLines;
import org.gleaner.protocol.message.Program;
import org.gleaner.server.tls.TlsIdentity;
import org.jspecify.annotations.Nullable;

/** The line that a person types, and the scripts that it fetches. No secret is in any of them. */
public final class JoinText {
    private JoinText() {}

    /** Which program reads the script. */
    public enum Shell {
        SH("join.sh"),
        POWERSHELL("join.ps1");

        private final String resource;

        Shell(String resource) {
            this.resource = resource;
        }
    }

    /**
     * The lines. No machine knows our authority yet, so the tools are told to look for our public key instead: that
     * check holds although {@code -k} turns the other one off, and nothing is sent or received when it fails.
     */
    public static JoinLines lines(PoolAddress address) {
        String base = address.base();
        TlsIdentity tls = address.shown();
        String pin = tls == null ? "" : "sha256//" + tls.keyPin();
        String curl = tls == null ? "-fsS" : "-fsSk --pinnedpubkey '" + pin + "'";
        String wget = tls == null ? "-qO-" : "-qO- --no-check-certificate --pinnedpubkey='" + pin + "'";
        return new JoinLines(
                "curl " + curl + " " + base + "/join | sh",
                "wget " + wget + " " + base + "/join | sh",
                "curl.exe " + curl + " -o gleaner-join.ps1 '" + base + "/join?shell=powershell'; if ($?) "
                        + "{ powershell -ExecutionPolicy Bypass -File gleaner-join.ps1 }",
                "curl " + curl + " " + base + "/cli | sh");
    }

    /** @param base the server's address as the caller knows it */
    public static byte[] script(Shell shell, String base, @Nullable TlsIdentity tls, Program program) {
        return filled(shared(resource(shell.resource), "join"), base, tls, program);
    }

    /** What gives a person the command line. */
    public static byte[] cliScript(String base, @Nullable TlsIdentity tls, Program program) {
        String text = shared(resource("cli.sh"), "cli");
        return filled(text.replace("@LAUNCHER@", resource("gleaner").strip()), base, tls, program);
    }

    private static String shared(String text, String name) {
        return text.replace("@SHARED@", resource("fetch.sh").replace("@NAME@", name));
    }

    private static byte[] filled(String text, String base, @Nullable TlsIdentity tls, Program program) {
        String filled = text;
        for (Map.Entry<String, String> value : Map.of(
                        "@URL@",
                        base,
                        "@ADDRESS@",
                        tls == null ? base : base + tls.pin(),
                        "@CA@",
                        tls == null ? "" : tls.authorityPem().strip(),
                        "@VERSION@",
                        program.version(),
                        "@SHA256@",
                        program.hash().hex())
                .entrySet()) {
            if (value.getValue().contains("'")) {
                throw new IllegalStateException("a quote can't be part of " + value.getKey());
            }
            filled = filled.replace(value.getKey(), value.getValue());
        }
        return filled.getBytes(UTF_8);
    }

    private static String resource(String name) {
        try (InputStream in = JoinText.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing from the program");
            }
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("a resource of the program can't be read", e);
        }
    }
}
