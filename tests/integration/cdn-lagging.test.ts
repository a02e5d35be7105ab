import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeCodePointer, writePointer } from '#src/dealer-files/release/current-release.ts';
import { codeEntry, releaseFile } from '#src/dealer-files/release/release-folders.ts';
import { noSignals } from '#src/platform/database/signals.ts';
import { PRIVATE_FILE } from '#src/platform/storage/object-storage.ts';
import { followReleases, type ReleaseFollower } from '#src/publishing/distribution/follow-releases.ts';
import { environment, tempFolder } from '../fixtures/http-site.ts';
import { type SharedBucket, startSharedBucket } from '../fixtures/shared-bucket.ts';

const AT = '2026-07-01T00:00:00.000Z';
const CODE = 'code-1';

let bucket: SharedBucket;
let folder: string;
let follower: ReleaseFollower;

const write = (file: string, content: string) => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
};

const publish = (riverbend: string) => {
  const live = {
    ...{ format: 1, code: { code: CODE, at: AT }, removed: [], retired: { code: {}, dealers: {} } },
    dealers: Object.fromEntries(
      Object.entries({ riverbend, harbour: 'rel-h' }).map(([slug, release]) => [
        slug,
        { release, at: AT, earlier: [] },
      ]),
    ),
  };
  return bucket.storage.put('releases/live.json', Buffer.from(JSON.stringify(live)), PRIVATE_FILE);
};

beforeEach(async () => {
  bucket = await startSharedBucket();
  folder = tempFolder();
  write(codeEntry(folder, CODE), '');
  await writeCodePointer(folder, { code: CODE, at: AT });
  for (const [slug, release] of [
    ['riverbend', 'rel-1'],
    ['harbour', 'rel-h'],
  ] as const) {
    write(releaseFile(folder, slug, release), '{}');
    writePointer(folder, { slug, release, at: AT, earlier: [] }, { flush: false });
  }
  await publish('rel-1');
  // Nothing is read from it.
  const env = { ...(await environment(folder)), ...bucket.env, DATABASE_URL: 'postgres://nowhere' };
  const started = await followReleases(env, folder);
  if (!started) throw new Error('no follower');
  follower = started;
  const log = { info() {}, warn() {}, error() {} };
  follower.start({ log, signals: noSignals, onChange: () => {} });
});
afterEach(async () => {
  follower.stop();
  await bucket.stop();
  rmSync(folder, { recursive: true, force: true });
});

const isLive = () =>
  [
    { slug: 'riverbend', id: 'rel-1' },
    { slug: 'harbour', id: 'rel-h' },
  ].map(follower.isLive);

it('PLAT-61 a machine knows of a release before it serves it, and knows nothing once the bucket is silent', async () => {
  expect(isLive()).toEqual([true, true]);
  // Its settings are not there yet, so that no machine can serve it.
  await publish('rel-2');
  await expect.poll(isLive, { timeout: 2500, interval: 50 }).toEqual([false, true]);
  await publish('rel-1');
  await expect.poll(isLive, { timeout: 2500, interval: 50 }).toEqual([true, true]);
  bucket.cut('silent');
  await expect.poll(isLive, { timeout: 2500, interval: 50 }).toEqual([undefined, undefined]);
  expect(follower.isLive({ slug: 'riverbend', id: 'rel-0' })).toBe(false);
});
