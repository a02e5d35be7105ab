import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runDealers } from '../../scripts/dealers/run-dealers.ts';
import { dealerFolder } from '../fixtures/dealer-folder.ts';
import { livePages } from '../fixtures/live-files.ts';
import { runCommand } from '../fixtures/run-command.ts';

let files: ReturnType<typeof dealerFolder>;
beforeEach(() => {
  files = dealerFolder();
});
afterEach(() => files.remove());

/** Runs the command as ops does, without a terminal. */
const run = (...args: string[]) => runCommand(runDealers, [...args, '--dealers-dir', files.folder]);

const git = (...args: string[]) =>
  execFileSync(
    'git',
    ['-C', files.folder, '-c', 'user.name=Ops', '-c', 'user.email=ops@x.example', ...args],
    {
      stdio: 'pipe',
    },
  );
function commitAll(): void {
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'first');
}

const ANSWERS = {
  name: 'Harbour Cars',
  template: 'yard',
  state: 'TAS',
  'legal-name': 'Harbour Cars Pty Ltd',
  abn: '91345678901',
  licence: 'MVD1',
  email: 'sales@harbour.example',
  phone: '03 5550 1234',
  street: '1 Wharf Road',
  suburb: 'Hobart',
  postcode: '7000',
  brand: '#ffd23f',
};
const options = (answers: Partial<typeof ANSWERS>) =>
  Object.entries(answers).flatMap(([option, answer]) => [`--${option}`, answer]);

describe('usage', () => {
  it.each([
    [],
    ['drop'],
    ['list', 'riverbend'],
    ['check', 'riverbend', 'kookaburra-cars'],
    ['show'],
    ['diff'],
    ['new'],
    ['list', '--json'],
    ['check', '--brand', '#123456'],
    ['--nonsense'],
  ])('CFG-02 "%s" prints the usage', async (...args) => {
    expect(await run(...args)).toMatchObject({
      code: 2,
      err: expect.stringContaining('npm run dealers -- check [slug]'),
    });
  });

  it('CFG-02 --help is no mistake', async () => {
    expect(await run('--help')).toMatchObject({
      code: 0,
      out: expect.stringContaining('npm run dealers -- new'),
    });
  });
});

it('CFG-03 check ends with 0 for valid files and 1 for a mistake', async () => {
  expect(await run('check')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/2 dealer files, 0 mistakes/),
  });
  files.change('riverbend', { abn: 'x' });
  expect(await run('check')).toMatchObject({ code: 1, err: expect.stringContaining('riverbend.json: abn') });
});

it('CFG-02 a missing folder is named', async () => {
  files.remove();
  expect(await run('list')).toMatchObject({
    code: 2,
    err: expect.stringContaining(`no folder ${files.folder}`),
  });
});

describe('new', () => {
  it('CFG-01 a dealer is made from options alone, checked, and the next step is printed', async () => {
    const { code, out, err } = await run('new', 'harbour-cars', ...options(ANSWERS));
    expect([code, err]).toEqual([0, '']);
    for (const words of [
      '1 dealer file, 0 mistakes',
      'build -- harbour-cars',
      'run serve',
      'import -- harbour-cars',
    ]) {
      expect(out).toContain(words);
    }
    expect(out).toContain('Opening hours: none yet; add "opening_hours".');
    expect(files.read('harbour-cars')).toMatchObject({
      $schema: './dealer.schema.json',
      abn: '91 345 678 901',
      timeZone: 'Australia/Hobart',
      locations: [{ opening_hours: [] }],
      theme: { colours: { accent: '#ffd23f', onAccent: '#000000' } },
    });
    expect((await run('check')).code).toBe(0);
  });

  it('CFG-01 prints the hours it has read', async () => {
    const hours = 'weekdays 8.30-5pm, Sat 9-noon';
    const { out } = await run('new', 'harbour-cars', ...options(ANSWERS), '--hours', hours);
    expect(out).toContain(
      'Opening hours: Monday – Friday 8:30 am – 5 pm, Saturday 9 am – 12 pm, Sunday Closed.',
    );
  });

  it('CFG-01 a new dealer can be built before it has stock', async () => {
    await run('new', 'harbour-cars', ...options({ ...ANSWERS, template: 'metro' }));
    mkdirSync('.astro', { recursive: true });
    const out = mkdtempSync(join('.astro', 'test-new-dealer-'));
    try {
      const { VITEST: _, NODE_ENV: __, ...env } = process.env;
      const args = ['scripts/build.ts', 'harbour-cars', '--dealers-dir', files.folder, '--out', out];
      execFileSync(process.execPath, args, { env, stdio: 'pipe' });
      const site = livePages(out, 'harbour-cars');
      const page = readFileSync(join(site, 'about-us', 'index.html'), 'utf8');
      expect(page).toContain('Harbour Cars is a motor dealer in Hobart.');
      const pages = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('.html'),
      );
      for (const name of pages) {
        const html = readFileSync(join(site, name), 'utf8');
        expect(html, name).not.toMatch(/business day|Opening Hours|By appointment|openingHoursSpecification/);
      }
    } finally {
      rmSync(out, { recursive: true, force: true });
    }
  });

  it('CFG-01 an existing file is unchanged', async () => {
    const before = readFileSync(files.file('riverbend'), 'utf8');
    expect(await run('new', 'riverbend', ...options(ANSWERS))).toMatchObject({
      code: 1,
      err: expect.stringContaining('already exists'),
    });
    expect(readFileSync(files.file('riverbend'), 'utf8')).toBe(before);
  });

  it('CFG-02 without a terminal every missing option is named', async () => {
    const { name: _, brand: __, ...some } = ANSWERS;
    expect(await run('new', 'harbour-cars', ...options(some))).toMatchObject({
      code: 2,
      err: expect.stringContaining('"new" also needs --name, --brand'),
    });
  });

  it.each([
    [{ abn: '123' }, '--abn: expected an ABN of eleven digits, e.g. "35 631 905 482", received "123"'],
    [{ template: 'mansion' }, '--template: expected one of "metro", "yard", "salon"'],
    [{ phone: '+1 202 555 0100' }, '--phone: expected an Australian phone number'],
    [{ brand: 'red' }, '--brand: expected a colour as "#rrggbb"'],
    [{ name: ' ' }, '--name: expected text that is not empty'],
  ])('CFG-02 an invalid option is refused in the schema’s words: %o', async (wrong, words) => {
    expect(await run('new', 'harbour-cars', ...options({ ...ANSWERS, ...wrong }))).toMatchObject({
      code: 2,
      err: expect.stringContaining(words),
    });
    expect(() => files.read('harbour-cars')).toThrow('ENOENT');
  });

  it.each(['Harbour', '../escape', 'a/b', '_shared/x'])('CFG-02 "%s" is no slug', async (slug) => {
    expect(await run('new', slug, ...options(ANSWERS))).toMatchObject({
      code: 2,
      err: expect.stringContaining('a slug: lower-case letters'),
    });
  });
});

describe('diff', () => {
  it('CFG-02 changes of the site are reported by routes, switches and texts', async () => {
    files.put('_shared/yards', { contactSocials: ['facebook'], tagline: 'Old words' });
    const { tagline: _, ...dealer } = files.read('kookaburra-cars');
    files.put('kookaburra-cars', { ...dealer, group: 'yards' });
    commitAll();
    expect((await run('diff', 'kookaburra-cars')).out).toContain(
      '"kookaburra-cars" has not changed since HEAD',
    );
    files.put('_shared/yards', { contactSocials: ['facebook'], tagline: 'New words' });
    files.change('kookaburra-cars', {
      links: { contact: '/contact-us' },
      pages: { service: { enabled: true } },
      search: { defaultPath: '/search/used-cars', facets: ['make', 'price'] },
    });
    const { code, out } = await run('diff', 'kookaburra-cars');
    expect(code).toBe(0);
    expect(out).toMatchSnapshot();
  });

  it('CFG-02 a page that is switched off disappears', async () => {
    files.change('riverbend', { pages: { service: { enabled: true } } });
    commitAll();
    files.change('riverbend', { pages: {} });
    const { out } = await run('diff', 'riverbend', 'HEAD');
    expect(out).toContain('- /service');
    expect(out).toContain('pages.service.enabled: true → false');
  });

  it('CFG-02 a content file counts as part of the dealer file', async () => {
    commitAll();
    const page = join(files.folder, 'riverbend', 'pages', 'service.md');
    mkdirSync(dirname(page), { recursive: true });
    writeFileSync(page, '---\ntitle: Our workshop\n---\n\n## Hours\n\nFrom seven.\n');
    const { out } = await run('diff', 'riverbend');
    expect(out).toContain('+ /service');
    expect(out).toContain('"Our workshop"');
  });

  it('CFG-02 outside git, with an unknown reference and for a new file it reports why', async () => {
    expect(await run('diff', 'riverbend')).toMatchObject({
      code: 1,
      err: expect.stringContaining('not in a git repository'),
    });
    commitAll();
    expect(await run('diff', 'riverbend', 'v9')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^Git finds no commit "v9" here\. The newest branches and tags: \S+\.\n$/),
    });
    expect(await run('diff', 'riverbend', '--output=x')).toMatchObject({ code: 2 });
    files.put('fresh', { ...files.read('riverbend'), slug: 'fresh' });
    expect(await run('diff', 'fresh')).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /^fresh\.json did not exist at HEAD; it is new\. At HEAD there are .*riverbend\.json\.\n$/,
      ),
    });
  });

  it('CFG-03 a version with mistakes is reported with them', async () => {
    const sound = files.read('riverbend');
    files.change('riverbend', { abn: 'then' });
    commitAll();
    expect((await run('diff', 'riverbend')).err).toContain('The file has mistakes');
    files.put('riverbend', sound);
    const { code, err } = await run('diff', 'riverbend');
    expect(code).toBe(1);
    expect(err).toContain('As of HEAD the file has mistakes');
    expect(err).toContain('"then"');
  });
});
