package org.gleaner.cli.service;

import java.nio.file.Path;
import java.util.List;
import org.gleaner.agent.install.UnitFile;

/**
 * What systemd is told about the server.
 *
 * @param account that it works as; root, and only root, hosts problems
 * @param data where it writes; nowhere else
 * @param command what starts it
 */
record ServerUnit(String account, Path data, List<String> command) {
    static final String NAME = "gleaner-server.service";
    static final String ROOT = "root";

    /** What of root's rights it takes to put a host into a sandbox as another user, and to end it there. */
    private static final String HOSTING =
            "CapabilityBoundingSet=CAP_CHOWN CAP_DAC_OVERRIDE CAP_FOWNER CAP_KILL CAP_NET_ADMIN"
                    + " CAP_SETGID CAP_SETPCAP CAP_SETUID CAP_SYS_ADMIN CAP_SYS_RESOURCE\n"
                    // Or the kernel would not limit each host by itself.
                    + "Delegate=yes\n";

    ServerUnit {
        command = List.copyOf(command);
    }

    String text() {
        boolean personal = data.startsWith("/home") || data.startsWith("/root") || data.startsWith("/run/user");
        return "# Written by 'gleaner server install'; 'gleaner server uninstall' removes it.\n"
                + "[Unit]\n"
                + "Description=Gleaner server\n"
                + "Wants=network-online.target\n"
                + "After=network-online.target postgresql.service\n"
                + "StartLimitIntervalSec=0\n"
                + "\n[Service]\n"
                + "Type=exec\n"
                + "User=" + account + "\n"
                + "ExecStart=" + UnitFile.words(command) + "\n"
                + "Restart=on-failure\n"
                + "RestartSec=10\n"
                // What the JVM ends with when it is asked to stop.
                + "SuccessExitStatus=143\n"
                + "TimeoutStopSec=60\n"
                + "UMask=0077\n"
                + "LimitNOFILE=65536\n"
                + "NoNewPrivileges=yes\n"
                + "PrivateTmp=yes\n"
                + "ProtectSystem=strict\n"
                + (personal ? "" : "ProtectHome=yes\n")
                + "ReadWritePaths=" + UnitFile.words(List.of(data.toString())) + "\n"
                + (account.equals(ROOT) ? HOSTING : "")
                + "\n[Install]\n"
                + "WantedBy=multi-user.target\n";
    }
}
