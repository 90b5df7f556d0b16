package org.gleaner.cli.service;

import java.nio.file.Path;
import java.util.List;
import org.gleaner.agent.install.UnitFile;

/**
 * What systemd is told about the server.
 *
 * @param data where it writes; nowhere else
 * @param command what starts it
 */
record ServerUnit(String account, Path data, List<String> command) {
    static final String NAME = "gleaner-server.service";

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
                + "\n[Install]\n"
                + "WantedBy=multi-user.target\n";
    }
}
