import { execFile } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishOnlySettings } from '#src/publishing/release/publish-settings.ts';
import { copyDealers } from '../fixtures/copied-dealers.ts';
import { livePages } from '../fixtures/live-files.ts';
import type { Ended } from '../fixtures/run-command.ts';

let root: string;

/** Runs the build command of a copy of the project. Astro takes the environment of a test run for its development mode. */
function run(cwd: string, args: string[]): Promise<Ended> {
  const { VITEST: _, NODE_ENV: __, DIST_DIR: ___, ...env } = process.env;
  return new Promise((resolve) => {
    execFile(process.execPath, ['scripts/build.ts', ...args], { cwd, env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}

/** The project itself with one page changed and a folder of public files, in a folder of its own. */
function copyProject(page: string, change: (source: string) => string): string {
  const project = join(root, 'project');
  for (const part of ['src', 'scripts', 'package.json', 'astro.config.mjs', 'tsconfig.json']) {
    cpSync(part, join(project, part), { recursive: true });
  }
  copyDealers(join(project, 'dealers'));
  symlinkSync(resolve('node_modules'), join(project, 'node_modules'));
  const file = join(project, 'src/pages/tenants/[dealer]', page);
  writeFileSync(file, change(readFileSync(file, 'utf8')));
  mkdirSync(join(project, 'public', 'papers'), { recursive: true });
  writeFileSync(join(project, 'public', 'verify.txt'), 'public');
  writeFileSync(join(project, 'public', 'papers', 'terms.txt'), 'public, in a folder');
  return project;
}

/** A release of the dealer, as a build before has left it. */
function publishBefore(project: string, slug: string): void {
  const dist = join(project, 'dist');
  publishOnlySettings(dist, { slug, publishedAt: '2026-07-01T00:00:00.000Z', settings: { slug } });
  writeFileSync(join(livePages(dist, slug), 'index.html'), 'published before');
}

/** A dealer of its own, with a file for its hero that is no picture. */
function addTornDealer(project: string): void {
  const torn = readFileSync('dealers/riverbend.json', 'utf8')
    .replace('"slug": "riverbend"', '"slug": "torn"')
    .replaceAll(/riverbend(motors|cars)\.example/g, 'torn-$1.example')
    .replaceAll('/pictures/metro.webp', '/pictures/torn.jpg');
  writeFileSync(join(project, 'dealers', 'torn.json'), torn);
  mkdirSync(join(project, 'public', 'pictures'));
  writeFileSync(join(project, 'public', 'pictures', 'torn.jpg'), 'half a');
  publishBefore(project, 'torn');
}

/** Resolves once the pages of a project are being compiled. */
async function compiling(project: string): Promise<void> {
  const folder = join(project, '.astro/cache/pages');
  await expect
    .poll(() => existsSync(folder) && readdirSync(folder).some((name) => name.startsWith('new-')))
    .toBe(true);
}

describe('PLAT-01 a build in which a page of one dealer throws and a photo of another is none', () => {
  const THROWING = `---
if (Astro.locals.site.slug === 'kookaburra-cars') throw new Error('no picture of the yard');`;
  let project: string;
  let ended: Ended;

  beforeAll(async () => {
    mkdirSync('.astro', { recursive: true });
    root = mkdtempSync(join('.astro', 'test-sites-'));
    project = copyProject('contact/index.astro', (source) => source.replace('---', THROWING));
    publishBefore(project, 'kookaburra-cars');
    addTornDealer(project);
    ended = await run(project, ['--all']);
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('publishes the others, names dealer, page and reason, and fails', () => {
    expect(ended.code).toBe(1);
    expect(ended.err).toContain('kookaburra-cars: its page /contact');
    expect(ended.err).toContain('no picture of the yard');
    expect(ended.out).toMatch(/^riverbend: release \w+ is built and live\.$/m);
    expect(existsSync(join(livePages(join(project, 'dist'), 'riverbend'), 'contact-us/index.html'))).toBe(
      true,
    );
  });

  it('CFG-21 names the photo and the remedy', () => {
    expect(ended.err).toContain('torn: its picture public/pictures/torn.jpg cannot be read');
  });

  it.each(['kookaburra-cars', 'torn'])('leaves the pages of %s as they were', (slug) => {
    const published = livePages(join(project, 'dist'), slug);
    expect(readdirSync(published)).toEqual(['index.html']);
    expect(readFileSync(join(published, 'index.html'), 'utf8')).toBe('published before');
    expect(readdirSync(join(project, 'dist')).sort()).toEqual([
      '.lock.db',
      'code',
      'code.json',
      'live',
      'releases',
    ]);
  });

  it('gives every site all public files, compressed', () => {
    for (const [file, text] of [
      ['verify.txt', 'public'],
      ['papers/terms.txt', 'public, in a folder'],
    ]) {
      const published = join(livePages(join(project, 'dist'), 'riverbend'), file ?? '');
      expect(readFileSync(published, 'utf8')).toBe(text);
      expect(gunzipSync(readFileSync(`${published}.gz`)).toString()).toBe(text);
    }
  });

  it('publishes nothing of source that is edited while it is compiled, and names the remedy', async () => {
    const live = readFileSync(join(project, 'dist', 'code.json'), 'utf8');
    appendFileSync(join(project, 'src/platform/number/number-format.ts'), '// before\n');
    const building = run(project, ['riverbend']);
    await compiling(project);
    appendFileSync(join(project, 'src/platform/number/number-format.ts'), '// meanwhile\n');
    const { code, err } = await building;
    expect(code).toBe(1);
    expect(err).toContain('The source was edited while it was compiled; nothing was published. Build again.');
    expect(readFileSync(join(project, 'dist', 'code.json'), 'utf8')).toBe(live);
    expect(readdirSync(join(project, '.astro/cache/pages'))).toHaveLength(1);
  });
});
