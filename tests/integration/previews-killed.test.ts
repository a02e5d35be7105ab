import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ObjectStorage } from '#src/platform/storage/object-storage.ts';
import { openStorage } from '#src/platform/storage/open-storage.ts';
import { expireReleases } from '#src/publishing/store/expire-releases.ts';
import { publishFolder } from '#src/publishing/store/publish-folder.ts';
import {
  promoteRelease,
  readManifest,
  readPointer,
  releaseIds,
  releasePrefix,
} from '#src/publishing/store/published-releases.ts';
import { IS_FULL } from '../extent.ts';
import { BUCKET, startS3 } from '../fixtures/s3-server.ts';
import { siteFolder, smallSite } from '../fixtures/small-site.ts';

const SITE = 'riverbend';
const PAGES = 80;
/** The upload is killed when so many of the files are there: in the middle of each step, and at its end. */
const KILLED_AT = [1, 30, 60, PAGES + 9];

let s3: Awaited<ReturnType<typeof startS3>>;
let root: string;
beforeAll(async () => {
  s3 = await startS3();
  root = mkdtempSync(join(tmpdir(), 'forecourt-killed-'));
});
afterAll(async () => {
  await s3.stop();
  rmSync(root, { recursive: true, force: true });
});

const bigSite = (title: string) =>
  siteFolder({
    ...smallSite(title),
    ...Object.fromEntries(
      Array.from({ length: PAGES }, (_, at) => [`cars/${at}/index.html`, `<title>${title} ${at}</title>`]),
    ),
  });

/** Runs a command in a process of its own, which is killed as soon as it is time. */
async function runAndKill(args: readonly string[], isTime: () => Promise<boolean>) {
  const command = ['scripts/releases.ts', 'previews', ...args];
  const publisher = spawn(process.execPath, command, { env: { ...process.env, ...s3.env }, stdio: 'ignore' });
  const ended = new Promise((resolve) => publisher.once('close', resolve));
  while (publisher.exitCode === null && !(await isTime())) await after(2);
  publisher.kill('SIGKILL');
  await ended;
}

const filesOf = async (store: ObjectStorage, release: string) =>
  (await store.list(releasePrefix(SITE, release))).length;

/** Publishes, and is killed when so many files of the release are there. */
const publishAndKill = (
  store: ObjectStorage,
  place: string,
  folder: string,
  release: string,
  files: number,
) =>
  runAndKill(
    ['publish', SITE, folder, '--release', release, '--to', place],
    async () => (await filesOf(store, release)) >= files,
  );

/** The live release, every file of which is what its manifest says. */
async function wholeLiveRelease(store: ObjectStorage, files = PAGES + 9): Promise<string | undefined> {
  const live = (await readPointer(store, SITE))?.release;
  if (live === undefined) return undefined;
  await expectWhole(store, live, files);
  return live;
}

async function expectWhole(store: ObjectStorage, live: string, files: number): Promise<void> {
  const manifest = await readManifest(store, SITE, live);
  const prefix = releasePrefix(SITE, live);
  const stored = await store.md5s(prefix);
  for (const [key, { md5 }] of Object.entries(manifest?.files ?? {})) {
    expect(stored.get(prefix + key), `${live}: ${key}`).toBe(md5);
  }
  expect(Object.keys(manifest?.files ?? {})).toHaveLength(files);
}

it.each(['a folder', 'a bucket'])(
  'PLAT-04 an upload to %s that is killed leaves the old or the new release whole, and the next one goes on from there',
  async (kind) => {
    const place = kind === 'a folder' ? root : `s3://${BUCKET}`;
    const store = await openStorage(place, s3.variables);
    const old = bigSite('old');
    await publishFolder(old.folder, store, { site: SITE, release: 'old', encoding: 'gzip' });
    let unfinished = 0;
    for (const [at, files] of KILLED_AT.entries()) {
      const release = `new-${at}`;
      const next = bigSite(release);
      const before = await wholeLiveRelease(store);
      await publishAndKill(store, place, next.folder, release, files);
      const live = await wholeLiveRelease(store);
      expect([before, release]).toContain(live);
      if (kind === 'a folder') {
        const page = readFileSync(join(root, SITE, 'live/cars/7/index.html'), 'utf8');
        expect([`<title>${before} 7</title>`, `<title>${live} 7</title>`]).toContain(page);
      }
      if (live !== release) unfinished++;
      const done = await publishFolder(next.folder, store, { site: SITE, release, encoding: 'gzip' });
      expect(done.sent).toBeLessThanOrEqual(PAGES + 9 - Math.min(files, PAGES));
      expect(await wholeLiveRelease(store)).toBe(release);
      next.remove();
    }
    // Otherwise nothing was interrupted, and nothing is proven.
    expect(unfinished).toBeGreaterThan(1);
    old.remove();
    store.close();
  },
);

/** Hashed files of each release: those of the one before are carried to the next. */
const HASHED = 40;
const DAY_MS = 24 * 60 * 60 * 1000;
/** How many of them are carried, or removed, when the command is killed. */
const KILLED_AMID = IS_FULL ? Array.from({ length: 20 }, (_, at) => 2 * at + 1) : [1, 25];

it.each(['a folder', 'a bucket'])(
  'PLAT-04 promote, rollback and expire in %s that are killed leave the old or the new release whole',
  async (kind) => {
    const below = mkdtempSync(join(root, 'switched-'));
    const place = kind === 'a folder' ? below : `s3://${BUCKET}/switched`;
    const store = await openStorage(place, s3.variables);
    const files = HASHED + 9;
    const publish = async (release: string, at: Date, hold: boolean) => {
      const hashed = Array.from({ length: HASHED }, (_, each) => [
        `_astro/${release}-${each}.js`,
        `console.log('${release}')`,
      ]);
      const site = siteFolder({ ...smallSite(release), ...Object.fromEntries(hashed) });
      await publishFolder(site.folder, store, { site: SITE, release, encoding: 'gzip', now: at, hold });
      site.remove();
    };
    /** The live release is one of these, whole; of a folder the link leads to one of them too. */
    const expectOneOf = async (releases: readonly string[]) => {
      const live = await wholeLiveRelease(store, files);
      expect(releases).toContain(live);
      if (kind === 'a folder') {
        const linked = /<title>(.*?)</.exec(readFileSync(join(below, SITE, 'live/index.html'), 'utf8'))?.[1];
        expect(releases).toContain(linked);
      }
      return live ?? '';
    };
    const monthAgo = new Date(Date.now() - 40 * DAY_MS);
    let unfinished = 0;
    await publish('first', monthAgo, false);
    for (const [round, amid] of KILLED_AMID.entries()) {
      const [next, old] = [`next-${round}`, `old-${round}`];
      const before = await expectOneOf((await releaseIds(store, SITE)).filter((id) => !id.startsWith('old')));
      await publish(next, new Date(), true);

      await runAndKill(
        ['promote', SITE, next, '--to', place],
        async () => (await filesOf(store, next)) >= files + amid,
      );
      if ((await expectOneOf([before, next])) === before) unfinished += 1;
      await promoteRelease(store, SITE, next);

      // The release before gets the hashed files of this one.
      const filesBefore = await filesOf(store, before);
      await runAndKill(
        ['rollback', SITE, '--to', place],
        async () => (await filesOf(store, before)) >= filesBefore + amid,
      );
      if ((await expectOneOf([before, next])) === next) unfinished += 1;

      await publish(old, monthAgo, true);
      const live = await expectOneOf([before, next]);
      const spared = [live, (await readPointer(store, SITE))?.before ?? live];
      await runAndKill(
        ['expire', SITE, '--days', '30', '--to', place],
        async () => (await filesOf(store, old)) <= files - amid,
      );
      expect(await expectOneOf([before, next])).toBe(live);
      for (const each of spared) await expectWhole(store, each, files);
      // Half a release is not in the list, and goes with the next expiry.
      if ((await filesOf(store, old)) < files) expect(await releaseIds(store, SITE)).not.toContain(old);
      await expireReleases(store, SITE, { days: 30, now: new Date(Date.now() + 40 * DAY_MS) });
      expect(await filesOf(store, old)).toBe(0);
      expect(await expectOneOf([before, next])).toBe(live);
    }
    // Otherwise nothing was interrupted, and nothing is proven.
    expect(unfinished).toBeGreaterThan(0);
    store.close();
  },
);
