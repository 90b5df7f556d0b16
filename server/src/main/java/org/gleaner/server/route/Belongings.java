package org.gleaner.server.route;

import java.io.IOException;
import org.gleaner.core.id.Owner;
import org.gleaner.server.blob.NamelessUploads;
import org.gleaner.server.simulation.Simulations;
import org.gleaner.server.whatif.WhatIfs;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What people have here beside their jobs, known by their names alone. */
record Belongings(UploadLedger uploads, NamelessUploads unfinished, Simulations simulations, WhatIfs questions) {
    private static final Logger LOG = LoggerFactory.getLogger(Belongings.class);

    /** Ends and forgets all of it, so that whoever gets the name next has no part in it. */
    void forget(Owner owner) {
        uploads.forget(owner);
        simulations.forget(owner);
        questions.forget(owner);
        try {
            unfinished.forget(UploadLedger.who(owner));
        } catch (IOException kept) {
            LOG.warn("could not remove what {} had not finished uploading", owner, kept);
        }
    }
}
