import { MINUTE_MS } from '#src/platform/time/duration.ts';
import { logCommand } from './process-commands.ts';
import type { Finding, StatusFacts } from './status-facts.ts';

/** From then on changes may be missing from what shoppers see, and operators are alerted. */
export const CDN_ALARM_AFTER_MS = 5 * MINUTE_MS;

/** PLAT-65 */
export function judgeCdn(facts: Pick<StatusFacts, 'cdn' | 'at' | 'isInKubernetes'>): Finding[] {
  const { cdn, at } = facts;
  if (!cdn) return [];
  const about = 'CDN';
  const { lastPurgeAt, failing } = cdn;
  if (!failing) {
    const what =
      lastPurgeAt === undefined ? 'Never purged yet.' : `Last purged at ${lastPurgeAt.slice(11, 16)} UTC.`;
    return [{ level: 'green', about, what }];
  }
  const { sites, since, reason } = failing;
  return [
    {
      level: Date.parse(at) - Date.parse(since) >= CDN_ALARM_AFTER_MS ? 'red' : 'amber',
      about,
      what: `Changes of ${sites} ${sites === 1 ? 'site' : 'sites'} are not purged: ${reason}.`,
      since,
      remedy: logCommand(facts, 'CDN'),
    },
  ];
}
