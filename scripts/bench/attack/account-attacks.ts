import { createHash, randomBytes } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { SAVE_CAR_PATH } from '#src/features/account/watchlist.ts';
import { abortMany, flood, type Outcome, pipelineUnread, type Victim } from './attacker.ts';
import { type Attack, type AttackSize, figure, type Target } from './attacks.ts';

const WATCHING = 'brightkey';
const PHONE = '0433222111';
const PERSON = { name: 'Annabel', last_name: 'Quillfeather', email: 'annabel@example.com', postcode: '4006' };
const SHARE_ABORTED = 5;

type Post = { path: string; body: string; cookie?: string };

/** One client that posts as fast as it can, hangs up in the middle, and sends more than it reads. */
async function postWildly(
  victim: Victim,
  { aborted, connections, requestsEach, seconds }: AttackSize,
  postAt: (n: number) => Post,
): Promise<Outcome[]> {
  const outcomes = await flood(victim, seconds / 2, 8, postAt);
  await abortMany(victim, postAt(0), Math.ceil(aborted / SHARE_ABORTED));
  const sockets = await pipelineUnread(victim, postAt(1), { connections, requestsEach });
  await wait(500);
  for (const socket of sockets) socket.destroy();
  return outcomes;
}

const failed = (outcomes: readonly Outcome[]) =>
  figure(
    'responses of 5xx to them',
    outcomes.filter(({ status }) => status >= 500 && status !== 503).length,
    '',
    { atMost: 0 },
  );

/** A number that the database gives. */
function counted({ database }: Target, sql: string, ...values: string[]): number {
  const open = new DatabaseSync(database, { readOnly: true });
  try {
    return Number(Object.values(open.prepare(sql).get(...values) ?? {})[0]);
  } finally {
    open.close();
  }
}

const checkouts: Attack = {
  name: 'forms that reserve one vehicle, repeated, hung up on and pipelined',
  async run(target, size) {
    const path = `/cars/${target.reservable.slug}/checkout`;
    const outcomes = await postWildly(target, size, (n) => ({
      path,
      body: JSON.stringify({
        ...PERSON,
        phone: `0412${String(n % 1_000_000).padStart(6, '0')}`,
        message: `${n}`,
      }),
    }));
    const live = `select count(*) from reservations where vehicle_id = ? and state in ('held', 'reserved')`;
    return [
      failed(outcomes),
      figure('live holds of the vehicle', counted(target, live, target.reservable.id), '', { atMost: 1 }),
    ];
  },
};

const savedSearches: Attack = {
  name: 'searches that are saved, repeated, hung up on and pipelined',
  async run(target, size) {
    const outcomes = await postWildly(target, size, (n) => ({
      path: '/save-search?make=Toyota',
      body: JSON.stringify({ email: `annabel${n}@example.com` }),
    }));
    const rows = counted(target, `select count(*) from saved_searches where recipient like 'annabel%'`);
    // Each network saves few an hour, whatever it sends.
    return [
      failed(outcomes),
      figure('searches stored of them, at most', rows, '', { atMost: 100 }),
      figure('searches stored, at least', rows, '', { atLeast: 1 }),
    ];
  },
};

/** Signs a shopper in at the database. @returns the cookie */
function signIn({ database }: Target): string {
  const token = randomBytes(32).toString('base64url');
  const now = new Date().toISOString();
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const open = new DatabaseSync(database);
  try {
    open
      .prepare(
        `insert or ignore into contacts (id, dealer, phone, first_name, last_name, email, website, dealership_slug, created_at, updated_at)
         values ('attacker', ?, ?, '', '', '', '', '', ?, ?)`,
      )
      .run(WATCHING, PHONE, now, now);
    open
      .prepare(
        'insert into sessions (token_hash, dealer, contact_id, created_at, expires_at) values (?, ?, ?, ?, ?)',
      )
      .run(createHash('sha256').update(token).digest('base64url'), WATCHING, 'attacker', now, later);
  } finally {
    open.close();
  }
  return `forecourt_session=${token}`;
}

const watchlists: Attack = {
  name: 'a watchlist that is written, repeated, hung up on and pipelined',
  async run(target, size) {
    const cookie = signIn(target);
    const body = JSON.stringify({ phone_number: PHONE, car_id: target.watchable });
    const victim = { port: target.port, host: `${WATCHING}.localhost` };
    const outcomes = await postWildly(victim, size, () => ({ path: SAVE_CAR_PATH, body, cookie }));
    return [
      failed(outcomes),
      figure('of them taken', outcomes.filter(({ status }) => status === 200).length, '', { atLeast: 1 }),
      figure(
        'entries of the list',
        counted(target, `select count(*) from watchlists where contact_id = 'attacker'`),
        '',
        { atMost: 1 },
      ),
    ];
  },
};

export const ACCOUNT_ATTACKS: readonly Attack[] = [checkouts, savedSearches, watchlists];
