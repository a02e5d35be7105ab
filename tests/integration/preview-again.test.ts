import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runPreview } from '../../scripts/releases/preview/run-preview.ts';
import { runPreviews } from '../../scripts/releases/previews/run-previews.ts';
import { BASE, PREVIEW_DEALER, startPreviewSite } from '../fixtures/preview-site.ts';
import { runCommand } from '../fixtures/run-command.ts';

let site: Awaited<ReturnType<typeof startPreviewSite>>;
let place: string;
let folder: string;
beforeAll(async () => {
  site = await startPreviewSite();
  place = join(site.environment.DATA_DIR, 'store');
  folder = join(site.environment.DATA_DIR, 'made');
  mkdirSync(place);
});
afterAll(() => site.stop());

const preview = (...args: string[]) =>
  runCommand(
    runPreview,
    [PREVIEW_DEALER, '--dealers-dir', site.dealersDir, '--out', folder, '--base', BASE, ...args],
    site.environment,
  );
const previews = (...args: string[]) => runCommand(runPreviews, [...args, '--to', place]);

/** Their content by their names. */
const filesThere = () =>
  new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => [name, readFileSync(join(folder, name)).toString('latin1')]),
  );
const idInBanner = () =>
  /data-release="([^"]+)"/.exec(readFileSync(join(folder, 'index.html'), 'utf8'))?.[1] ?? 'none';

const made = async () => existsSync(folder) || (await preview());

it('PLAT-04 a preview of equal inputs is the same files on one day, and is sent once', async () => {
  const day = () => /"madeOn": "(.*)"/.exec(readFileSync(join(folder, 'preview.json'), 'utf8'))?.[1];
  const publish = () => preview('--publish', '--to', place);
  let before: string | undefined;
  let first = new Map<string, string>();
  let again = await publish();
  // Midnight of the dealer may come between the two.
  for (let tries = 0; tries < 2 && day() !== before; tries += 1) {
    [before, first] = [day(), filesThere()];
    again = await publish();
  }
  const different = [...filesThere()].filter(([name, content]) => first.get(name) !== content);
  expect(different.map(([name]) => name)).toEqual([]);
  expect(again).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(/^0 files sent \(0\.0 MB\), 0 copied/m),
  });
  const { out } = await previews('list', PREVIEW_DEALER);
  expect(out.trim().split('\n').length).toBeLessThanOrEqual(2);
});

it('PLAT-04 the release that a banner shows is in the list, also where it is published under another name', async () => {
  await made();
  const publish = (...more: string[]) => previews('publish', PREVIEW_DEALER, folder, ...more);
  const list = async () => (await previews('list', PREVIEW_DEALER)).out;
  expect(await publish()).toMatchObject({ code: 0, err: '' });
  expect(await list()).toMatch(new RegExp(`^${PREVIEW_DEALER} {2}${idInBanner()} {2}live `, 'm'));
  for (const _ of [1, 2]) expect(await publish('--release', 'spring')).toMatchObject({ code: 0, err: '' });
  const line = new RegExp(`^${PREVIEW_DEALER} {2}spring {2,}live .*its banner: ${idInBanner()}$`, 'm');
  expect(await list()).toMatch(line);
});

it('PLAT-04 a preview is published for its own dealer alone, who is named otherwise', async () => {
  await made();
  expect(await previews('publish', 'brightky', folder)).toMatchObject({
    code: 1,
    err: expect.stringContaining(`${folder} is a preview of "${PREVIEW_DEALER}", not of "brightky"`),
  });
  expect(readdirSync(place)).not.toContain('brightky');
});
