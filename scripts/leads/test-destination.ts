import { pino } from 'pino';
import { readEnvironment } from '#src/config/environment.ts';
import { createTenants } from '#src/dealer-files/fleet/tenants.ts';
import { sendTestLead, type TestDelivery } from '#src/features/leads/server/operations/send-test-lead.ts';
import { UsageError } from '../command/command.ts';
import { readForm } from './known-names.ts';
import { asAdmin, command, wholeNumber } from './lead-command.ts';
import { leadDealers } from './lead-dealers.ts';

const ADVICE: readonly [RegExp, string][] = [
  [
    /environment variable (\w+) is not set/,
    'set $1 for this command and for the process that delivers, or run this where it is set',
  ],
  [
    /dealer file/,
    'fix the dealer file ("npm run dealers -- check" shows how), then restart serve and worker',
  ],
  [
    /HTTP 40[13]|(?:^|\D)53[05]\b/,
    'the receiver does not accept the key or password: compare it with theirs',
  ],
  [
    /HTTP 404|HTTP 405|HTTP 410/,
    'the receiver does not know this address: compare the destination’s url with theirs',
  ],
  [/HTTP 3\d\d/, 'the address redirects: set the final address as the destination’s url'],
  [/HTTP 4(?:00|13|15|22)/, 'the receiver rejects this lead: ask which fields it expects'],
  [/HTTP 429/, 'the receiver limits requests: try again later'],
  [/HTTP 5\d\d/, 'the receiver has failed: report it to them, and try again later'],
  [/no connection/, 'check the address and whether this machine may reach it'],
  [/no response in time/, 'the receiver takes too long: check the address, or report it to them'],
];

/** What to do about a delivery that did not arrive. */
export function adviceFor({ outcome, attempts, reason }: TestDelivery): string {
  if (reason === null) {
    return attempts > 0
      ? 'the delivery is still in progress: allow it longer with --timeout'
      : 'the destination is known to be unavailable: "npm run leads -- list --state pending" shows what waits';
  }
  for (const [pattern, advice] of ADVICE) {
    const found = pattern.exec(reason);
    if (found) return advice.replace('$1', found[1] ?? '');
  }
  return outcome === 'waits' ? 'try again later' : 'ask the receiver';
}

const text = { type: 'string' } as const;
const SECOND_MS = 1000;

/** @returns the destinations to try; undefined for those of the form */
function readDestinations(
  known: readonly string[],
  { destination, form }: { destination: string | undefined; form: string | undefined },
): readonly string[] | undefined {
  if (destination === undefined) return form === undefined ? known : undefined;
  if (known.includes(destination)) return [destination];
  throw new UsageError(`There is no destination "${destination}"; the dealer has ${known.join(', ')}.`);
}

const resultText = (delivery: TestDelivery): string => {
  const { destination, outcome, attempts, reason } = delivery;
  if (outcome === 'delivered') return `${destination}: delivered`;
  const tried = attempts > 0 ? `, tried ${attempts === 1 ? 'once' : `${attempts} times`}` : '';
  return `${destination}: ${outcome}${reason === null ? '' : ` (${reason}${tried})`}; ${adviceFor(delivery)}`;
};

export const test = command({
  usage: `Sends a test lead to a dealer's destinations through the normal delivery, and reports the result.

  npm run leads -- test <dealer> [--form <name>] [--destination <name>] [--timeout 30]

Every destination gets one; with --form, those that take leads of that form. The lead is named "TEST Please ignore" and
tagged "test". It sends no thanks and is not counted. Servers and workers may run: the first one delivers it. What has
not arrived after the timeout (seconds) is withdrawn. Ends with 0 if it arrived everywhere.`,
  options: {
    form: text,
    destination: text,
    timeout: { ...text, default: '30' },
  },
  async run({ form: givenForm, destination, timeout }, slug, terminal, places) {
    if (!slug) throw new UsageError('Name the dealer whose destinations are to be tested.');
    const form = readForm(givenForm);
    const timeoutMs = wholeNumber('timeout', timeout) * SECOND_MS;
    const dealers = leadDealers(places);
    const dealer = dealers.find((each) => each.slug === slug);
    if (!dealer) {
      throw new UsageError(
        `There is no valid dealer file of "${slug}". "npm run dealers -- check" says why.`,
      );
    }
    const known = dealer.leads.destinations.map(({ name }) => name);
    if (known.length === 0) {
      terminal.error(`${slug} has no destination: its leads wait. Name one under leads.destinations.`);
      return 1;
    }
    const destinations = readDestinations(known, { destination, form });
    const env = readEnvironment({ SITE_SECRET: 'not needed by a test, which signs no form', ...process.env });
    return asAdmin(async ({ services: { db, clock } }) => {
      const log = pino({ level: 'silent' });
      const { leadId, deliveries } = await sendTestLead(
        { db, clock, env, log, tenants: createTenants(dealers) },
        { dealer, form: form ?? 'enquiry', destinations, timeoutMs },
      );
      for (const delivery of deliveries) terminal.log(resultText(delivery));
      terminal.log(`"npm run leads -- show ${leadId.slice(0, 8)}" shows details.`);
      return deliveries.every(({ outcome }) => outcome === 'delivered') ? 0 : 1;
    });
  },
});
