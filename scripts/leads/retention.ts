import { applyRetention } from '#src/server/leads/privacy/apply-retention.ts';
import { UsageError } from '../command/command.ts';
import { asAdmin, command } from './command.ts';
import { erasureText, finishErasing } from './erasure-text.ts';
import { leadDealers } from './lead-dealers.ts';
import { checkDealer } from './period.ts';

export const retention = command({
  usage: `Erases leads older than their dealer keeps them ("leads.keepMonths", 24 unless its file says otherwise), as "erase"
does, and deletes valuations that never came to a lead ("tradeIn.keepUnfinishedDays"). Every "serve" and "worker" sees
to it once a day.

  npm run leads -- retention --dry-run [--dealer <slug>]     what would be erased
  npm run leads -- retention [--dealer <slug>]`,
  options: { dealer: { type: 'string' }, 'dry-run': { type: 'boolean' } },
  async run({ dealer, 'dry-run': dryRun = false }, word, terminal, places) {
    if (word !== undefined) throw new UsageError(`"retention" takes no "${word}".`);
    const dealers = leadDealers(places);
    return asAdmin(async (admin) => {
      await checkDealer(admin, dealer, places);
      const { erased, unknownDealers, unfinishedTradeIns } = await applyRetention(admin.services, dealers, {
        dryRun,
        only: dealer,
      });
      for (const { dealer: slug, before, erasure } of erased) {
        terminal.log(`${slug}, received before ${before.slice(0, 10)}:\n${erasureText(erasure, dryRun)}\n`);
      }
      if (unfinishedTradeIns > 0) {
        const words = dryRun ? 'Would delete valuations' : 'Deleted valuations';
        terminal.log(`${words} that never came to a lead: ${unfinishedTradeIns}.\n`);
      }
      if (erased.length === 0) terminal.log('No lead is older than its dealer keeps it.');
      for (const slug of unknownDealers) {
        terminal.error(`The leads of "${slug}" are kept: it has no valid dealer file to say how long.`);
      }
      const code = dryRun ? 0 : await finishErasing(admin.services, terminal);
      return unknownDealers.length > 0 ? 1 : code;
    });
  },
});
