import { SEND_CODE_PATH, VERIFY_CODE_PATH } from '#src/features/leads/phone-code/phone-code.ts';
import { HOUR_MS } from '#src/platform/time/duration.ts';
import { type BenchRun, sized } from '../bench-run.ts';
import { type Measurement, percentile } from '../measurement.ts';
import type { AccountRequest, AccountStage } from './account-stage.ts';
import { OFF_SITE_ADDRESSES } from './off-site-addresses.ts';

const ADDRESSES = 1000;
/** Sent within an hour, until no more are. */
const CODES = 5;
const AT_ONCE = 50;
const VICTIM = '0412345678';
const UNKNOWN = '0498765432';
const RETURNING = '0455666777';
/** Has no account. */
const NEWCOMER = '0477111222';

const otherThan = (code: string): string => `${(Number(code[0]) + 1) % 10}${code.slice(1)}`;
const addressOf = (at: number): string => `10.${at % 250}.${Math.floor(at / 250) % 4}.7`;

/** Wrong codes from many addresses: how many are compared. */
async function guesses(stage: AccountStage, tries: number): Promise<{ ofCode: number; ofHour: number }> {
  const { first: dealer, ask, askEach, newest } = stage;
  const compared: number[] = [];
  for (let round = 0; round < CODES; round += 1) {
    await ask({ dealer, path: '/sign-in', body: { phone: VICTIM } });
    const body = { phone: VICTIM, purpose: 'sign-in', code: otherThan(newest()) };
    const replies = await askEach(tries / CODES, (at) => ({
      ...{ dealer, path: VERIFY_CODE_PATH, body, isJson: true },
      from: addressOf((at + round) % ADDRESSES),
    }));
    compared.push(replies.filter(({ status }) => status === 422).length);
  }
  return { ofCode: Math.max(...compared), ofHour: compared.reduce((sum, each) => sum + each, 0) };
}

/** The right code many times at once: how many sessions begin. */
async function rightCodes({ services, ...stage }: AccountStage): Promise<number> {
  const { first: dealer, ask, askEach, newest } = stage;
  await ask({ dealer, path: '/sign-in', body: { phone: UNKNOWN } });
  const body = { phone: UNKNOWN, code: newest() };
  await askEach(AT_ONCE, () => ({ dealer, path: '/sign-in', body }));
  const sessions = await services.db.selectFrom('sessions').select('token_hash').execute();
  return sessions.length;
}

/** Requests that must not say whether a number has an account. */
const ASKED: readonly ((phone: string) => Omit<AccountRequest, 'dealer'>)[] = [
  (phone) => ({ path: `/api/check-if-contact-exists?phone_number=${phone}` }),
  (phone) => ({ path: SEND_CODE_PATH, body: { phone, purpose: 'sign-in' }, isJson: true }),
  (phone) => ({ path: VERIFY_CODE_PATH, body: { phone, purpose: 'sign-in', code: '000000' }, isJson: true }),
];

/** How far the medians of a number with an account and one without are apart, ms; -1 where the responses differ. */
async function oracle(stage: AccountStage, rounds: number): Promise<number> {
  const { first: dealer, ask, services, time } = stage;
  const times = ASKED.map((): [number[], number[]] => [[], []]);
  const differing: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    time.now += HOUR_MS;
    await services.db.deleteFrom('rate_counts').execute();
    for (const [of, requestOf] of ASKED.entries()) {
      const said = new Set<string>();
      // Neither is always the first.
      const order = round % 2 === 0 ? [0, 1] : [1, 0];
      for (const at of order) {
        const phone = at === 0 ? RETURNING : NEWCOMER;
        const reply = await ask({ dealer, ...requestOf(phone) });
        times[of]?.[at]?.push(reply.ms);
        said.add(`${reply.status} ${reply.text.replaceAll(phone, 'phone')}`);
      }
      if (said.size !== 1) differing.push(...said);
    }
  }
  if (differing.length > 0) return -1;
  const apart = times.map(([known, unknown]) => percentile(known, 50) - percentile(unknown, 50));
  return Math.max(...apart.map(Math.abs));
}

/** Addresses of other sites to go on or back to, signed in and not: how many are followed. */
async function offSite({ first: dealer, ask, signIn }: AccountStage): Promise<number> {
  const own = `http://${dealer.hosts[0]}`;
  const leads = (address: string) => new URL(address, `${own}/sign-in`).origin !== own;
  const cookie = await signIn(dealer, RETURNING);
  let followed = 0;
  for (const address of OFF_SITE_ADDRESSES) {
    const path = `/sign-in?${new URLSearchParams({ redirect: address, back: address })}`;
    const { location = '' } = await ask({ dealer, path, cookie });
    const { text } = await ask({ dealer, path });
    const back = /<a class="sign-in-back" href="([^"]*)"/.exec(text)?.[1] ?? '';
    const out = await ask({ dealer, path: '/api/sign-out', body: { back: address } });
    if ([location, back, out.location ?? ''].some(leads)) followed += 1;
  }
  return followed;
}

/** AUTH-01, AUTH-02, AUTH-05: the figures of sign-in. */
export async function signInRows(run: BenchRun, stage: AccountStage, engine: string): Promise<Measurement[]> {
  const row = (figure: string, value: number, goal: Measurement['goal'], unit = ''): Measurement => ({
    ...{ area: 'account', figure: `${figure}, ${engine}`, value, unit },
    ...(goal && { goal }),
  });
  const tries = sized(run, 10_000, 200);
  const { ofCode, ofHour } = await guesses(stage, tries);
  stage.time.now += HOUR_MS;
  const sessions = await rightCodes(stage);
  const followed = await offSite(stage);
  const apart = await oracle(stage, sized(run, 500, 20));
  return [
    row(`comparisons of one code, ${tries} wrong codes from ${ADDRESSES} addresses`, ofCode, { atMost: 5 }),
    row('comparisons of one phone in an hour', ofHour, { atMost: 15 }),
    row(`sessions of a right code sent ${AT_ONCE} times at once`, sessions, { atMost: 1 }),
    row('sessions of a right code, at least', sessions, { atLeast: 1 }),
    row(`off-site addresses followed, of ${OFF_SITE_ADDRESSES.length}`, followed, { atMost: 0 }),
    row('responses of a known and an unknown number that differ', apart < 0 ? 1 : 0, { atMost: 0 }),
    row('medians of a known and an unknown number, apart', Math.max(apart, 0), { atMost: 10 }, 'ms'),
  ];
}
