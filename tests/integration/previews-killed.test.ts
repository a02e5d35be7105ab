import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore } from '../../src/publishing/store/open-store.ts';
import { publishFolder } from '../../src/publishing/store/publish-folder.ts';
import { readManifest, readPointer, releasePrefix } from '../../src/publishing/store/release-manifest.ts';
import type { Store } from '../../src/publishing/store/store.ts';
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

/** Publishes in a process of its own, which is killed as soon as so many files of the release are there. */
async function publishAndKill(store: Store, place: string, folder: string, release: string, files: number) {
  const args = ['scripts/previews.ts', 'publish', SITE, folder, '--release', release, '--to', place];
  const publisher = spawn(process.execPath, args, { env: { ...process.env, ...s3.env }, stdio: 'ignore' });
  const ended = new Promise((resolve) => publisher.once('close', resolve));
  const prefix = releasePrefix(SITE, release);
  while (publisher.exitCode === null && (await store.list(prefix)).length < files) await after(2);
  publisher.kill('SIGKILL');
  await ended;
}

/** The live release, every file of which is what its manifest says. */
async function wholeLiveRelease(store: Store): Promise<string | undefined> {
  const live = (await readPointer(store, SITE))?.release;
  if (live === undefined) return undefined;
  const manifest = await readManifest(store, SITE, live);
  const prefix = releasePrefix(SITE, live);
  const stored = await store.md5s(prefix);
  for (const [key, { md5 }] of Object.entries(manifest?.files ?? {})) {
    expect(stored.get(prefix + key), `${live}: ${key}`).toBe(md5);
  }
  expect(Object.keys(manifest?.files ?? {})).toHaveLength(PAGES + 9);
  return live;
}

it.each(['a folder', 'a bucket'])(
  'PLAT-04 an upload to %s that is killed leaves the old or the new release whole, and the next one goes on from there',
  async (kind) => {
    const place = kind === 'a folder' ? root : `s3://${BUCKET}`;
    const store = await openStore(place, s3.variables);
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
