import { applyRetention } from '#src/features/leads/server/privacy/apply-retention.ts';
import { UsageError } from '../command/command.ts';
import { erasureText, finishErasing } from './erasure-text.ts';
import { asAdmin, command } from './lead-command.ts';
import { leadDealers } from './lead-dealers.ts';
import { checkDealer } from './period.ts';

export const retention = command({
  usage: `Erases leads that are past the dealer's retention period ("leads.keepMonths", 24 by default), as "erase" does. Also
deletes valuations that never became a lead ("tradeIn.keepUnfinishedDays"), and people from accounts that no one has
signed in to, and from deposits that went back, for as long as leads are stored. Every "serve" and "worker" does this
once a day.

  npm run leads -- retention --dry-run [--dealer <slug>]     what would be erased
  npm run leads -- retention [--dealer <slug>]`,
  options: { dealer: { type: 'string' }, 'dry-run': { type: 'boolean' } },
  async run({ dealer, 'dry-run': dryRun = false }, word, terminal, places) {
    if (word !== undefined) throw new UsageError(`"retention" takes no "${word}".`);
    const dealers = leadDealers(places);
    return asAdmin(async (admin) => {
      await checkDealer(admin, dealer, places);
      const retained = await applyRetention(admin.services, dealers, { dryRun, only: dealer });
      const { erased, unknownDealers, unfinishedTradeIns, accounts, reservations } = retained;
      for (const { dealer: slug, before, erasure } of erased) {
        terminal.log(`${slug}, received before ${before.slice(0, 10)}:\n${erasureText(erasure, dryRun)}\n`);
      }
      if (unfinishedTradeIns > 0) {
        const words = dryRun ? 'Would delete valuations' : 'Deleted valuations';
        terminal.log(`${words} that never became a lead: ${unfinishedTradeIns}.\n`);
      }
      if (accounts > 0) {
        terminal.log(`${dryRun ? 'Would erase' : 'Erased'} accounts not used since: ${accounts}.\n`);
      }
      if (reservations > 0) {
        const words = dryRun ? 'Would erase' : 'Erased';
        terminal.log(`${words} people from refunded reservations: ${reservations}.\n`);
      }
      if (erased.length === 0) terminal.log('No lead is past its retention period.');
      for (const slug of unknownDealers) {
        terminal.error(
          `The leads of "${slug}" stay: without a valid dealer file their retention period is unknown.`,
        );
      }
      const code = dryRun ? 0 : await finishErasing(admin.services, terminal);
      return unknownDealers.length > 0 ? 1 : code;
    });
  },
});
