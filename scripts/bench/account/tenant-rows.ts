import { signedEvent } from '#src/features/reservations/server/payments/local-payments.ts';
import { HOUR_MS } from '#src/platform/time/duration.ts';
import { takesPost } from '#src/server/routes/request-address.ts';
import { type BenchRun, sized } from '../bench-run.ts';
import type { Measurement } from '../measurement.ts';
import type { AccountReply, AccountRequest, AccountStage } from './account-stage.ts';
import { OWN_WORDS, ownEverything, PHONE, type Secrets } from './own-everything.ts';
import { addressesOf, type Owned, siteRoutes } from './site-routes.ts';
import { takeDeposits, WEBHOOK_SECRET } from './take-deposits.ts';

type Tried = Omit<AccountRequest, 'dealer'>;

const TABLES = [
  ...(['contacts', 'sessions', 'watchlists', 'saved_searches', 'reservations', 'online_payments'] as const),
  ...([
    'leads',
    'outbox',
    'trade_ins',
    'trade_in_photos',
    'phone_codes',
    'phone_tokens',
    'prize_draws',
  ] as const),
];
/** Limits, and pages without a search engine: such a try proves nothing. */
const UNANSWERED = [429, 503];
const MOST_UNANSWERED = 0.03;
/** More would wait for their turn to be rendered, and be refused. */
const AT_ONCE = 6;

/** Everything that a form or an endpoint could take, with what another dealer's shopper has. */
function bodiesAt(path: string, { reservation, valuation, search }: Owned, secrets: Secrets) {
  const { code, token, leadId, carId } = secrets;
  if (path === '/api/miscellaneous') return [{ column_name: 'valuation', id: valuation }];
  const all = {
    ...{ name: 'Eve', last_name: 'Mallory', email: 'eve@example.com', phone: PHONE, phone_number: PHONE },
    ...{ postcode: '4006', message: 'Hello', purpose: 'sign-in', car_id: carId, lead_id: leadId, id: search },
    ...{ reservation_id: reservation, trade_in_id: valuation, remove: carId, action: 'give-up' },
    ...{ confirm: 'on', reference: 'INV-1', amount: '100', dealership_slug: 'riverbend-valley' },
  };
  return [
    { ...all, code },
    { ...all, phone_token: token },
    { ...all, delete_account: 'yes' },
  ];
}

function triesOf(owned: Owned, secrets: Secrets): Tried[] {
  const { cookie, carId, leadId } = secrets;
  const query = new URLSearchParams({
    car_id: carId,
    id: carId,
    car: carId,
    lead_id: leadId,
    phone_number: PHONE,
  });
  return siteRoutes()
    .flatMap(({ route, isRead }) => addressesOf(route, owned).map((path) => ({ path, isRead })))
    .flatMap(({ path, isRead }): Tried[] => {
      const reads = [path, `${path}${path.includes('?') ? '&' : '?'}${query}`].map((each) => ({
        path: each,
        cookie,
      }));
      if (isRead || !takesPost(path.split('?')[0] ?? '')) return reads;
      const isJson = path.startsWith('/api/');
      const posts = bodiesAt(path, owned, secrets).map((body) => ({ path, cookie, body, isJson }));
      const lists = { phone_number: PHONE, add: [{ car_id: carId }], remove: [carId] };
      return [
        ...reads,
        ...posts,
        ...(isJson ? [{ path, cookie, rawBody: JSON.stringify(lists), isJson }] : []),
      ];
    });
}

/** Events of the payment processor, genuine at the first dealer. */
function eventsOf({ services }: AccountStage, { reservation, payment }: Owned): Tried[] {
  const now = services.clock.now();
  return [reservation, payment].flatMap((reference) =>
    [
      {
        kind: 'paid',
        payment: { ...{ checkout: reference, reference, payment: 'pay_1' }, amount: 20_000, currency: 'AUD' },
      },
      { kind: 'expired', checkout: reference, reference },
      { kind: 'refunded', payment: 'pay_1', reference },
    ].map((event) => {
      const { body: rawBody, headers } = signedEvent(event, WEBHOOK_SECRET, now);
      return { path: '/api/payments/webhook', rawBody, headers };
    }),
  );
}

/** The same address with ids of the same shape that no one has. */
const asUnknown = (path: string, { garage: _, ...owned }: Owned): string =>
  Object.values(owned).reduce((at, id) => at.replaceAll(id, `${id.slice(0, -4)}zzzz`), path);

const isLeak = ({ text, cookie }: AccountReply): boolean =>
  OWN_WORDS.test(text) ||
  /_session=[\w-]{43}$/.test(cookie ?? '') ||
  /"(?:signed_in|exists|success|stored)":\s*true|"phone_token"|"cars":\s*\[\{/.test(text);

/** What the database has of each dealer. */
async function storedOf({ services }: AccountStage, dealer: string): Promise<string[]> {
  const found: string[] = [];
  for (const table of TABLES) {
    const rows = await services.db.selectFrom(table).selectAll().execute();
    found.push(
      ...rows
        .filter((row) => !('dealer' in row) || row.dealer === dealer)
        .map((row) => `${table} ${JSON.stringify(row)}`),
    );
  }
  return found.sort();
}

/** AUTH-04: what one dealer's shopper has, tried at another dealer on every page and endpoint there is. */
export async function tenantRows(run: BenchRun, stage: AccountStage, engine: string): Promise<Measurement[]> {
  const { services, first, second, ask, askEach, time } = stage;
  time.now += HOUR_MS;
  takeDeposits(stage);
  const { owned, secrets } = await ownEverything(stage);
  const tries = [...triesOf(owned, secrets), ...eventsOf(stage, owned)];
  const count = sized(run, 10_000, tries.length);
  // The same reads at the shopper's own dealer: what a leak would look like.
  const own = tries.filter(({ body, rawBody }) => !body && !rawBody);
  const shown = await askEach(own.length, (at) => ({
    ...(own[at] as Tried),
    dealer: first,
    from: `10.3.0.${at % 250}`,
  }));
  const before = await storedOf(stage, first.slug);
  const replies: AccountReply[] = [];
  while (replies.length < count) {
    // Limits would hide what a round tries.
    await services.db.deleteFrom('rate_counts').execute();
    const round = replies.length;
    const more = await askEach(
      Math.min(tries.length, count - round),
      (at) => ({
        ...(tries[at] as Tried),
        ...{ dealer: second, from: `10.1.${Math.floor((round + at) / 250) % 250}.${at % 250}` },
      }),
      AT_ONCE,
    );
    replies.push(...more);
  }
  const unknown = own.map(({ path, cookie }) => ({ path: asUnknown(path, owned), cookie }));
  const statuses = async (reads: readonly Tried[]) => {
    const found: number[] = [];
    for (const read of reads) found.push((await ask({ ...read, dealer: second })).status);
    return found;
  };
  const [seen, expected] = [await statuses(own), await statuses(unknown)];
  const apart = seen.filter((status, at) => status !== expected[at]).length;
  const after = await storedOf(stage, first.slug);
  const names = [owned.reservation, owned.payment, owned.search, secrets.carId, secrets.leadId];
  const taken = (await storedOf(stage, second.slug)).filter((row) =>
    names.some((name) => row.includes(name)),
  );
  const still = await ask({ dealer: first, path: '/api/account', cookie: secrets.cookie });
  const changed =
    before.filter((row) => !after.includes(row)).length + Math.abs(after.length - before.length);
  const row = (figure: string, value: number, goal: NonNullable<Measurement['goal']>): Measurement => ({
    ...{ area: 'account', figure: `${figure}, ${engine}`, value, unit: '', goal },
  });
  return [
    row(
      `leaks of ${count} tries on ${tries.length} requests with another dealer's cookie, code, token, phone and ids`,
      replies.filter(isLeak).length,
      { atMost: 0 },
    ),
    row('rows of the other dealer changed by them', changed, { atMost: 0 }),
    row('rows that name what is another dealer’s', taken.length, { atMost: 0 }),
    row('statuses that differ from those of unknown ids', apart, { atMost: 0 }),
    row('sessions ended by them', /true/.test(still.text) ? 0 : 1, { atMost: 0 }),
    row(
      'of the tries without a response',
      replies.filter(({ status }) => UNANSWERED.includes(status)).length,
      { atMost: Math.ceil(count * MOST_UNANSWERED) },
    ),
    row('reads that show them at their own dealer, at least', shown.filter(isLeak).length, { atLeast: 10 }),
  ];
}
