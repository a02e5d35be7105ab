import { setTimeout as wait } from 'node:timers/promises';
import { imageUrl } from '#src/platform/images/image-url.ts';
import { type Measurement, rowsOf } from '../measurement.ts';
import { ask, tryAsk } from './ask.ts';
import { pathsOf } from './endurance.ts';
import type { Fleet } from './fleet.ts';
import { slugOf } from './fleet-dealers.ts';

const NONE = { atMost: 0 };
const BACK_WITHIN_MS = 30_000;
const LEAD = JSON.stringify({
  ...{ name: 'Annabel', last_name: 'Quillfeather', email: 'annabel@example.com', phone: '0412000000' },
  ...{ postcode: '4006', message: 'Hello' },
});

const portOf = ({ serves }: Fleet): number => serves[0]?.port ?? 0;
const postLead = (fleet: Fleet) =>
  tryAsk(portOf(fleet), '/api/leads/contact', { headers: { 'sec-fetch-site': 'same-origin' }, body: LEAD });

/** Asks for pages over and over. @returns how many did not respond with 200 */
async function failing(fleet: Fleet, paths: readonly string[], seconds: number): Promise<number> {
  const ends = performance.now() + seconds * 1000;
  let failed = 0;
  while (performance.now() < ends) {
    for (const path of paths) {
      const { status } = await tryAsk(portOf(fleet), path);
      if (status === 200) continue;
      if (failed === 0) console.log(`  ${status} ${path}`);
      failed += 1;
    }
    await wait(100);
  }
  return failed;
}

/** @returns addresses of a picture that this server has shown, and of one it has not */
async function pictures(fleet: Fleet): Promise<{ shown: string; unseen: string }> {
  const rows = await fleet.services.db
    .selectFrom('pictures')
    .select(['id', 'version'])
    .where('dealer', '=', slugOf(0))
    .where('state', '=', 'ready')
    .orderBy('id')
    .limit(2)
    .execute();
  const [one, two] = rows.map((picture) => imageUrl({}, picture, { width: 640, format: 'webp' }));
  if (one === undefined || two === undefined) throw new Error('No pictures were imported.');
  await ask(portOf(fleet), one);
  return { shown: one, unseen: two };
}

/** The object store is off the network. */
export async function withoutStore(fleet: Fleet, seconds: number): Promise<Measurement[]> {
  const row = rowsOf('machines');
  const paths = await pathsOf(fleet);
  const { shown, unseen } = await pictures(fleet);
  await failing(fleet, paths, 1);
  fleet.store.cut();
  const failed = await failing(fleet, paths, seconds);
  const [known, unknown] = [await tryAsk(portOf(fleet), shown), await tryAsk(portOf(fleet), unseen)];
  const published = await fleet.tryTo('scripts/build.ts', slugOf(0));
  await fleet.store.mend();
  const back = await fleet.tryTo('scripts/build.ts', slugOf(0));
  const of = `store unreachable for ${seconds} s`;
  const says = published.output.trim().split('\n').at(-1) ?? '';
  console.log(`  build without the store: ${says}`);
  return [
    row(`pages not 200, ${of}`, failed, '', NONE),
    row(`pictures shown before, not 200, ${of}`, known.status === 200 ? 0 : 1, '', NONE),
    row(
      `pictures never shown, without a placeholder, ${of}`,
      unknown.bytes > 0 && unknown.status !== 500 ? 0 : 1,
      '',
      NONE,
    ),
    row(
      `publications without a clear error, ${of}`,
      published.status !== 0 && says.includes('reached') ? 0 : 1,
      '',
      NONE,
    ),
    row('publications refused after it is back', back.status === 0 ? 0 : 1, '', NONE),
  ];
}

/** The database is off the network. */
export async function withoutDatabase(fleet: Fleet, seconds: number): Promise<Measurement[]> {
  const row = rowsOf('machines');
  const paths = ['/about-us', '/contact-us', '/privacy-policy', ...(await pathsOf(fleet)).slice(5, 10)];
  await failing(fleet, paths, 1);
  fleet.database.cut();
  const failed = await failing(fleet, paths, seconds);
  const refused = await postLead(fleet);
  await fleet.database.mend();
  const since = performance.now();
  while ((await postLead(fleet)).status !== 201 && performance.now() - since < BACK_WITHIN_MS) await wait(50);
  const of = `database unreachable for ${seconds} s`;
  const isHonest = refused.status === 503 && /"phone":"[\d ]+"/.test(refused.text);
  return [
    row(`static and cached pages not 200, ${of}`, failed, '', NONE),
    row(`leads without 503 and the number to call, ${of}`, isHonest ? 0 : 1, '', NONE),
    row('leads are taken again after', performance.now() - since, 'ms', { atMost: BACK_WITHIN_MS }),
  ];
}

/** Each is another search, of a price no vehicle is below. */
const searchPath = ({ services }: Fleet, dealer: number, n: number): string =>
  `${services.tenants.bySlug(slugOf(dealer))?.search.defaultPath}?price=${n}:90000`;

/** One of two engines is killed. The dealers of the other one must not notice. */
export async function withoutEngine(fleet: Fleet): Promise<Measurement[]> {
  const row = rowsOf('machines');
  await fleet.run('scripts/stock.ts', 'engines', 'move', slugOf(1), '--to', 'two');
  const searches = async (dealer: number, from: number) => {
    const all = [];
    for (let n = 0; n < 20; n += 1)
      all.push(await tryAsk(portOf(fleet), searchPath(fleet, dealer, from + n), { dealer }));
    return all;
  };
  const found = (replies: readonly { status: number; text: string }[]) =>
    replies.filter(({ status, text }) => status === 200 && /href="\/cars\//.test(text)).length;
  await searches(0, 1);
  await searches(1, 1);
  await fleet.engines[1]?.stop();
  const own = await searches(1, 100);
  const others = await searches(0, 100);
  console.log(
    `  searches: ${own[0]?.status} of the killed engine's, ${others[0]?.status} of the other's dealers`,
  );
  return [
    row('searches without vehicles, of the dealers of a killed engine', own.length - found(own), '', NONE),
    row('searches without vehicles, of the dealers of the other', others.length - found(others), '', NONE),
    row('slowest search of the dealers of the other', Math.max(...others.map(({ ms }) => ms)), 'ms', {
      atMost: 700,
    }),
  ];
}
