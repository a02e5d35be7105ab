import { readEnvironment } from '#src/config/environment.ts';
import { createTenants } from '#src/dealer-files/fleet/tenants.ts';
import { adapterFor } from '#src/features/leads/server/destinations/adapter-for.ts';
import type { AdminLead, LeadAdmin } from '#src/features/leads/server/operations/lead-admin.ts';
import { systemClock } from '#src/platform/time/clock.ts';
import { type Terminal, UsageError } from '../command/command.ts';
import { checkDestination } from './known-names.ts';
import { asAdmin, command } from './lead-command.ts';
import { type LeadPlaces, leadDealers } from './lead-dealers.ts';
import { namedLead } from './named-lead.ts';
import { checkDealer, readInstant, timeZoneOf } from './period.ts';

type Queue = { dealer: string; destination: string };

const IN_ENVIRONMENT = /^environment variable \w+ is not set$/;

const obstacleText = (queue: string, missing: string): string =>
  IN_ENVIRONMENT.test(missing)
    ? `Leads for ${queue} are not sent where ${missing}; it is not set here. Set it for the process that delivers.`
    : `Leads for ${queue} are not sent: ${missing}. Correct it and build the dealer.`;

/**
 * Reads dealer files and environment, and returns what they show to prevent deliveries: one sentence for each
 * destination that no longer exists or lacks a setting.
 */
function openObstacles(places: LeadPlaces): (queues: readonly Queue[]) => string[] {
  const tenants = createTenants(leadDealers(places));
  const env = readEnvironment({ SITE_SECRET: 'not needed here, where no form is signed', ...process.env });
  return (queues) => {
    const distinct = new Map(queues.map((queue) => [`${queue.dealer} ${queue.destination}`, queue]));
    return [...distinct].flatMap(([name, { dealer, destination }]) => {
      const found = adapterFor(tenants.bySlug(dealer), destination, { env, clock: systemClock });
      return 'missing' in found ? [obstacleText(name, found.missing)] : [];
    });
  };
}

const text = { type: 'string' } as const;

/** Restarts the unfinished deliveries of one lead and its updates. @returns the exit code */
async function retryLead(
  admin: LeadAdmin,
  lead: AdminLead,
  terminal: Terminal,
  {
    held,
    destination,
    obstaclesOf,
  }: { held: boolean; destination: string | undefined; obstaclesOf: ReturnType<typeof openObstacles> },
): Promise<number> {
  const entries = [lead, ...lead.updates];
  const chosen = entries
    .flatMap(({ deliveries }) => deliveries)
    .filter((delivery) => destination === undefined || delivery.destination === destination);
  if (chosen.length === 0) {
    const names = [
      ...new Set(entries.flatMap(({ deliveries }) => deliveries.map((each) => each.destination))),
    ];
    terminal.error(`${lead.id} has no delivery to "${destination}"; it has: ${names.join(', ') || 'none'}.`);
    return 1;
  }
  const restarted = await admin.retry({
    dealer: lead.dealer,
    leadIds: entries.map(({ id }) => id),
    destination,
    states: held ? ['held'] : ['dead', 'held', 'pending'],
  });
  for (const delivery of restarted) {
    terminal.log(`${delivery.lead_id} is retried to ${delivery.destination} (was ${delivery.state}).`);
  }
  const done = new Set(restarted.map(({ id }) => id));
  for (const delivery of chosen.filter(({ id }) => !done.has(id))) {
    const at = delivery.delivered_at ? ` since ${delivery.delivered_at}` : '';
    terminal.log(
      `${delivery.lead_id} is ${delivery.state}${at} at ${delivery.destination} and is not sent again.`,
    );
  }
  for (const obstacle of obstaclesOf(restarted)) terminal.error(obstacle);
  return restarted.length > 0 ? 0 : 1;
}

export const retry = command({
  usage: `Retries what did not arrive, and says what stops it from being sent. What is delivered is never sent twice.

  npm run leads -- retry <id> [--destination <name>]        what has not arrived of this lead and its updates
  npm run leads -- retry --held <id>                        releases a lead that is held on suspicion
  npm run leads -- retry --dead [--dealer <slug>] [--destination <name>] [--since <when>]   all that were given up

<when> is a date, a time with its zone, or days or hours ago: 2026-07-01, 2026-07-01T09:00+10:00, 7d, 12h.`,
  options: {
    dead: { type: 'boolean' },
    held: { type: 'boolean' },
    dealer: text,
    destination: text,
    since: text,
  },
  async run({ dead = false, held = false, dealer, destination, since }, id, terminal, places) {
    if ((id === undefined) !== dead) {
      throw new UsageError('Name one lead to retry, or --dead for all that were given up.');
    }
    if (dead && held) throw new UsageError('--held takes the id of one lead; it does not go with --dead.');
    const obstaclesOf = openObstacles(places);
    if (id !== undefined) {
      if (dealer !== undefined || since !== undefined)
        throw new UsageError('--dealer and --since go with --dead.');
      return asAdmin(async (admin) => {
        const lead = await namedLead(admin, id, terminal);
        return lead ? retryLead(admin, lead, terminal, { held, destination, obstaclesOf }) : 1;
      });
    }
    const when = { timeZone: timeZoneOf(dealer, places), now: new Date(), edge: 'start' } as const;
    const from = readInstant('since', since, when);
    return asAdmin(async (admin) => {
      await checkDealer(admin, dealer, places);
      await checkDestination(admin, destination, { dealer, places });
      const restarted = await admin.retry({ dealer, destination, since: from, states: ['dead'] });
      for (const delivery of restarted)
        terminal.log(`${delivery.lead_id} is retried to ${delivery.destination}.`);
      for (const obstacle of obstaclesOf(restarted)) terminal.error(obstacle);
      terminal.log(
        `${restarted.length} dead ${restarted.length === 1 ? 'delivery is' : 'deliveries are'} retried.`,
      );
      return 0;
    });
  },
});
