package org.gleaner.checks.planted.core;

import org.gleaner.checks.planted.simulator.ImportsProtocol;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A core that knows more than the JDK. */
public final class Libraries {
    private Libraries() {}

    public static final class Logs {
        private static final Logger LOG = LoggerFactory.getLogger(Logs.class);

        void tell() {
            LOG.info("heard");
        }
    }

    public record ImportsSimulator(ImportsProtocol simulated) {}

    public record TakesAnXmlDocument(org.w3c.dom.Document document) {}
}
