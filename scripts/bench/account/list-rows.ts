import { createHash } from 'node:crypto';
import { ALERTS_LAST_MS } from '#src/features/account/saved-searches/saved-search.ts';
import { storeSavedSearch } from '#src/features/account/server/queries/saved-search-queries.ts';
import { sendAlerts } from '#src/features/account/server/saved-searches/alert-worker.ts';
import {
  MERGE_PATH,
  REMOVE_CAR_PATH,
  SAVE_CAR_PATH,
  WATCHLIST_PATH,
} from '#src/features/account/watchlist.ts';
import type { Mailer } from '#src/features/leads/server/mail/mailer.ts';
import { DAY_MS, HOUR_MS } from '#src/platform/time/duration.ts';
import { type BenchRun, sized } from '../bench-run.ts';
import { type Measurement, percentile } from '../measurement.ts';
import type { AccountReply, AccountStage } from './account-stage.ts';
import { addCar } from './bench-car.ts';

const PHONE = '0455666777';
const CARS = 100;
const AT_ONCE = 50;
const MOST_LIST_MS = 250;
const MOST_PAGE_MS = 500;
const MOST_ALERTS_S = 60;

type Row = (
  figure: string,
  value: number,
  goal: NonNullable<Measurement['goal']>,
  unit?: string,
) => Measurement;

const carOf = (at: number): string => `watched-car-${at}`;
const p95 = (replies: readonly AccountReply[]): number =>
  percentile(
    replies.map(({ ms, status }) => (status === 200 ? ms : Number.NaN)),
    95,
  );

/** FAV-05, FAV-06: a list of a hundred vehicles. */
async function watchlistRows(stage: AccountStage, rounds: number, row: Row): Promise<Measurement[]> {
  const { services, first: dealer, ask, askEach } = stage;
  for (let at = 0; at < CARS; at += 1) await addCar(stage, { id: carOf(at), slug: `2021-watched-${at}` });
  const cookie = await stage.signIn(dealer, PHONE);
  const json = { dealer, isJson: true, cookie };
  const change = (path: string, id: string) => ({ ...json, path, body: { phone_number: PHONE, car_id: id } });
  const saved = await askEach(AT_ONCE, () => change(SAVE_CAR_PATH, carOf(0)));
  const entries = () => services.db.selectFrom('watchlists').select('vehicle_id').execute();
  const once = (await entries()).filter(({ vehicle_id }) => vehicle_id === carOf(0)).length;
  const add = Array.from({ length: CARS }, (_, at) => ({ car_id: carOf(at) }));
  const merged = await ask({
    ...{ ...json, path: MERGE_PATH },
    rawBody: JSON.stringify({ phone_number: PHONE, add, remove: [] }),
  });
  const one = async (path: string) => {
    const replies: AccountReply[] = [];
    for (let n = 0; n < rounds; n += 1) replies.push(await ask({ dealer, path, cookie }));
    return replies;
  };
  const lists = await one(WATCHLIST_PATH);
  const pages = await one('/saved-cars');
  const removed = await askEach(AT_ONCE, () => change(REMOVE_CAR_PATH, carOf(0)));
  const failures = [...saved, ...removed].filter(({ status }) => status !== 200).length;
  return [
    row(`entries of a vehicle saved ${AT_ONCE} times at once`, once, { atMost: 1 }),
    row('entries of it, at least', once, { atLeast: 1 }),
    row('of these and of as many removals refused', failures, { atMost: 0 }),
    row(
      `merging a list of ${CARS} vehicles`,
      merged.status === 200 ? merged.ms : Number.NaN,
      { atMost: 1000 },
      'ms',
    ),
    row(`p95 of a list of ${CARS} vehicles`, p95(lists), { atMost: MOST_LIST_MS }, 'ms'),
    row('p95 of its page', p95(pages), { atMost: MOST_PAGE_MS }, 'ms'),
  ];
}

/** SRCH-33: what an import of one vehicle means for many saved searches. */
async function alertRows(
  { services, first, ...stage }: AccountStage,
  count: number,
  row: Row,
): Promise<Measurement[]> {
  const { db } = services;
  const { time } = stage;
  time.now = Math.ceil(time.now / DAY_MS) * DAY_MS;
  const at = new Date(time.now).toISOString();
  for (let n = 0; n < count; n += 1) {
    const search = n % 2 === 0 ? 'make=Toyota' : 'make=Kia';
    await storeSavedSearch(db, {
      ...{ id: `search-${n}`, dealer: first.slug, contact_id: null, channel: 'email', search, name: 'Cars' },
      ...{ recipient: `shopper-${n}@example.com`, consent: '{}', stop_token: `stop-of-bench-${n}` },
      search_hash: createHash('sha256').update(search).digest('base64url'),
      ...{ created_at: at, confirmed_at: at, expires_at: new Date(time.now + ALERTS_LAST_MS).toISOString() },
    });
  }
  time.now += HOUR_MS;
  await addCar({ services, first, ...stage }, { id: 'car-of-alerts', slug: '2021-car-of-alerts' });
  await db
    .insertInto('stock_versions')
    .values({ dealer: first.slug, version: 1 })
    .onConflict((on) => on.doNothing())
    .execute();
  time.now += 1000;
  const started = performance.now();
  // By mail: of text messages, which cost money, a dealer sends fewer a day.
  const mailed = new Map<string, number>();
  const mailer: Mailer = {
    async send({ to }) {
      mailed.set(to, (mailed.get(to) ?? 0) + 1);
      return { kind: 'delivered' };
    },
  };
  const ways = { mailer, sms: undefined };
  const sent = await sendAlerts(services, ways);
  const seconds = (performance.now() - started) / 1000;
  const again = await sendAlerts(services, ways);
  const matching = Math.ceil(count / 2);
  return [
    row(`alerts of ${count} saved searches, half of which match, at most`, sent, { atMost: matching }),
    row('alerts, at least', sent, { atLeast: matching }),
    row('alerts sent again', again + sent - mailed.size, { atMost: 0 }),
    row('from the import to the last of them', seconds, { atMost: MOST_ALERTS_S }, 's'),
  ];
}

/** FAV-05, SRCH-33: the figures of watchlists and of saved searches. */
export async function listRows(run: BenchRun, stage: AccountStage, engine: string): Promise<Measurement[]> {
  const row: Row = (figure, value, goal, unit = '') => ({
    ...{ area: 'account', figure: `${figure}, ${engine}`, value, unit, goal },
  });
  return [
    ...(await watchlistRows(stage, sized(run, 200, 5), row)),
    ...(await alertRows(stage, sized(run, 2500, 20), row)),
  ];
}
