package org.gleaner.simulator.checker;

import java.time.Duration;
import java.util.List;
import org.gleaner.core.grid.AddressedCommand;
import org.gleaner.core.grid.AddressedReply;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Demand;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.job.MemorySize;

/** A job whose files would take more than its owner, or all together, may keep is not taken. */
public final class QuotasHold implements Checker {
    private static final String NONE = "off";

    private boolean tooMuch;

    @Override
    public void before(List<AddressedCommand> commands, Ledger ledger, Duration awake) {
        // With several commands in a batch an earlier one may change the quota.
        tooMuch = commands.size() == 1
                && commands.get(0).command() instanceof Command.Submit submit
                && isTooMuch(ledger, submit.demand());
    }

    private static boolean isTooMuch(Ledger ledger, Demand demand) {
        return demand.asked() > 0
                && (exceeds(ledger.text(Setting.QUOTA_OWNER), demand.owned() + demand.asked())
                        || exceeds(ledger.text(Setting.QUOTA_TOTAL), demand.total() + demand.asked()));
    }

    private static boolean exceeds(String quota, long bytes) {
        return !quota.equals(NONE) && bytes > MemorySize.parse(quota).bytes();
    }

    @Override
    public void ran(Batch batch) {
        for (AddressedReply one : batch.result().replies()) {
            if (tooMuch && one.reply() instanceof Reply.Submitted submitted && !submitted.again()) {
                throw violation("job " + submitted.job() + " was taken although its files are too much");
            }
        }
    }
}
