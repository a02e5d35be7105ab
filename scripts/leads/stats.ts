import { collectLeadStats } from '#src/features/leads/server/operations/lead-stats.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import { UsageError } from '../command/command.ts';
import { asAdmin, command, wholeNumber } from './command.ts';
import { checkDealer, readInstant, timeZoneOf } from './period.ts';
import { statsText } from './stats-text.ts';

const text = { type: 'string' } as const;

export const stats = command({
  usage: `How many leads came in and how they were delivered: by dealer, form and category, and by day in the dealer's time zone.

  npm run leads -- stats [--dealer <slug>] [--days 30] [--json]

The last day is today. "delivered" is the share of leads, without those held, that arrived everywhere. p50 and p95 are
percentiles of the time from received to first delivered. A lead that waits for one destination and was given up at
another counts as both. Tests and updates are not counted. "calls" are numbers revealed on vehicle
pages, by dealer.`,
  options: {
    dealer: text,
    days: { ...text, default: '30' },
    json: { type: 'boolean' },
  },
  async run({ dealer, days, json }, word, terminal, places) {
    if (word !== undefined) throw new UsageError(`"stats" takes no "${word}".`);
    const now = new Date();
    const timeZone = timeZoneOf(dealer, places);
    const today = Date.parse(zonedDate(now, timeZone).date);
    const firstDay = new Date(today - (wholeNumber('days', days) - 1) * DAY_MS).toISOString().slice(0, 10);
    const since = readInstant('days', firstDay, { timeZone, now, edge: 'start' });
    return asAdmin(async (admin) => {
      await checkDealer(admin, dealer, places);
      const zones = new Map<string, string>();
      const zoneOf = (slug: string) => {
        const zone = zones.get(slug) ?? timeZoneOf(slug, places);
        zones.set(slug, zone);
        return zone;
      };
      const collected = await collectLeadStats(admin.services, { dealer, since }, zoneOf);
      terminal.log(json ? JSON.stringify({ since, ...collected }, null, 2) : statsText(collected));
      return 0;
    });
  },
});
