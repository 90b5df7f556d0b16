package org.gleaner.simulator.checker;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.gleaner.core.grid.AddressedCommand;
import org.gleaner.core.grid.AddressedReply;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.QuotaUse;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.BlobUse;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.store.History;

/** A job whose files would take more than its owner, or all together, may keep is not taken. */
public final class QuotasHold implements Checker {
    private static final String NONE = "off";

    /** What submissions ask for by what was on disk when they came, whatever their routes had read. */
    private final TreeMap<Long, QuotaUse> demands = new TreeMap<>();

    private boolean tooMuch;

    @Override
    public void routed(AddressedCommand command, OnDisk disk, Ledger ledger) throws StoreException {
        Command.SubmitAll submit = command.command() instanceof Command.Submit one
                ? one.alone()
                : command.command() instanceof Command.SubmitAll all ? all : null;
        if (submit != null
                && !(ledger.text(Setting.QUOTA_OWNER).equals(NONE)
                        && ledger.text(Setting.QUOTA_TOTAL).equals(NONE))) {
            Owner owner = submit.caller().owner();
            QuotaUse demand = demand(disk.history(), owner, submit.bundle().files());
            demands.put(command.address().number(), demand);
        }
    }

    /** What files of this owner would add to what is kept: not by the code on trial. */
    private static QuotaUse demand(History history, Owner owner, List<InputFile> files) throws StoreException {
        long asked = 0;
        Set<BlobHash> seen = new HashSet<>();
        for (InputFile file : files) {
            asked += !seen.add(file.hash()) || history.ownerUses(owner, file.hash()) ? 0 : file.size();
        }
        if (asked == 0) {
            return QuotaUse.NONE;
        }
        long owned = 0;
        long total = 0;
        for (BlobUse use : history.use()) {
            total += use.bytes();
            owned += use.owner().equals(owner) ? use.bytes() : 0;
        }
        return new QuotaUse(owned, total, asked);
    }

    @Override
    public void before(List<AddressedCommand> commands, Ledger ledger, Duration awake) {
        tooMuch = false;
        for (AddressedCommand one : commands) {
            QuotaUse demand = demands.remove(one.address().number());
            // With several commands in a batch an earlier one may change the quota.
            tooMuch = commands.size() == 1 && demand != null && isTooMuch(ledger, demand);
        }
    }

    @Override
    public void crashed() {
        demands.clear();
    }

    private static boolean isTooMuch(Ledger ledger, QuotaUse demand) {
        return demand.asked() > 0
                && (exceeds(ledger.text(Setting.QUOTA_OWNER), demand.owned() + demand.asked())
                        || exceeds(ledger.text(Setting.QUOTA_TOTAL), demand.total() + demand.asked()));
    }

    private static boolean exceeds(String quota, long bytes) {
        return !quota.equals(NONE) && bytes > MemorySize.parse(quota).bytes();
    }

    @Override
    public void ran(BatchRun batch) {
        for (AddressedReply one : batch.result().replies()) {
            if (tooMuch
                    && ((one.reply() instanceof Reply.Submitted submitted && !submitted.again())
                            || (one.reply() instanceof Reply.SubmittedAll all && !all.again()))) {
                throw violation(one.reply() + " although its files are too much");
            }
        }
    }
}
