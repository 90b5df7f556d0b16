package org.gleaner.core.store;

/** All that is asked of a store. Its own test class says how to open it, and implements this. */
public interface EveryStoreContract
        extends StoredJobsContract,
                StoredAttemptsContract,
                StoredNodesContract,
                WritesContract,
                JobHistoryContract,
                AttemptHistoryContract,
                FileHistoryContract,
                RetirementContract,
                GridOnStoreContract {}
