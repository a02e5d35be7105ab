import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dealerFolder, recordedTerminal } from '../../tests/fixtures/dealer-folder.ts';
import { publishedFolder } from '../../tests/fixtures/published.ts';
import { runCheck } from './check.ts';
import { readArguments } from './dealer-arguments.ts';
import { runList, runShow } from './run-dealers.ts';

let files: ReturnType<typeof dealerFolder>;
beforeEach(() => {
  files = dealerFolder();
});
afterEach(() => files.remove());

const COMMANDS = { check: runCheck, list: runList, show: runShow };

function run(command: keyof typeof COMMANDS, ...words: string[]) {
  const { terminal, out, err } = recordedTerminal();
  const request = readArguments([command, ...words, '--dealers-dir', files.folder]);
  const code = COMMANDS[command](request, terminal);
  const plain = (text: string) => text.replaceAll(files.folder, 'dealers');
  return { code, out: plain(out()), err: plain(err()) };
}
const lastLine = (text: string) => text.split('\n').at(-1);

it('CFG-03 check lists all mistakes of all files, then warnings, then their number and what waits', () => {
  files.change('riverbend', { name: 7, abn: 'x' });
  files.put('broken', '{');
  const { code, out, err } = run('check');
  expect(code).toBe(1);
  expect(err).toMatchSnapshot();
  expect(out).toMatch(/^warning: dealers\/kookaburra-cars.json: leads.destinations.0.signingKey\n/);
  expect(out.split('\n').slice(-3)).toEqual([
    '3 dealer files, 3 mistakes, 1 warning',
    'broken.json: all rules across settings are checked once these mistakes are corrected.',
    'riverbend.json: all rules across settings are checked once these mistakes are corrected.',
  ]);
  expect(lastLine(run('check', 'kookaburra-cars').out)).toBe('1 dealer file, 0 mistakes, 1 warning');
});

it('CFG-03 check lists mistakes of single keys and of rules across them at once', () => {
  const finance = { ...(files.read('riverbend').finance as object), comparisonRate: 0.5 };
  files.change('riverbend', { finance, tagline: 7, frobnicate: true });
  const { err, out } = run('check', 'riverbend');
  const places = err.match(/(?<=riverbend\.json: ).+/g);
  expect(places).toEqual(['tagline', 'frobnicate', 'finance.comparisonRate']);
  expect(lastLine(out)).toMatch(/^1 dealer file, 3 mistakes/);
});

it('CFG-03 check of one dealer lists only its own problems and those of its group file', () => {
  files.put('_shared/yards', { abn: 'none' });
  files.change('riverbend', { group: 'yards' });
  files.put('broken', '{');
  expect(run('check', 'riverbend')).toMatchObject({
    code: 1,
    err: expect.stringContaining('_shared/yards.json: abn'),
  });
  expect(run('check', 'riverbend').err).not.toContain('broken');
  const { code, out, err } = run('check', 'kookaburra-cars');
  expect([code, err, lastLine(out)]).toEqual([0, '', '1 dealer file, 0 mistakes, 1 warning']);
});

it('CFG-03 a mistake that the group file makes with one dealer is not reported of another', () => {
  files.put('_shared/yards', { theme: { colours: { ink: '#eeeeee' } } });
  const theme = files.read('riverbend').theme as { colours: { ink?: string } };
  delete theme.colours.ink;
  files.change('riverbend', { group: 'yards', theme });
  files.change('kookaburra-cars', { group: 'yards' });
  expect(run('check', 'riverbend').err).toContain('left out  riverbend.json');
  expect(run('check', 'kookaburra-cars')).toMatchObject({ code: 0, err: '' });
});

it('CFG-01 check of a copied file reports its hosts, whichever of the two files comes first', () => {
  const published = publishedFolder(files.folder);
  files.put('a-copy', { ...files.read('riverbend'), slug: 'a-copy' });
  expect(run('check', 'a-copy')).toMatchObject({ code: 1, err: expect.stringContaining('hosts.0') });
  vi.stubEnv('DIST_DIR', published.dist);
  try {
    expect(run('check', 'a-copy').err).toContain('a-copy.json: hosts.0');
    expect(run('check', 'a-copy').err).toContain('published as a host of "riverbend" (riverbend.json)');
    expect(run('check', 'riverbend')).toMatchObject({ code: 0, err: '' });
    expect(run('list').err).toContain('a-copy  left out');
  } finally {
    vi.unstubAllEnvs();
    published.remove();
  }
});

it('CFG-03 a host that two files have, neither of them published, concerns both and is the second file’s mistake', () => {
  files.put('zebra', { ...files.read('riverbend'), slug: 'zebra' });
  expect(run('check', 'zebra').err).toContain('zebra.json: hosts.0');
  expect(run('check', 'riverbend').err).toContain('zebra.json: hosts.0');
  expect(run('check', 'kookaburra-cars').code).toBe(0);
});

it('CFG-03 list shows every file, the broken ones with the command that shows why', () => {
  files.put('_shared/yards', { status: { state: 'paused' } });
  files.change('riverbend', { group: 'yards' });
  files.put('broken', '{');
  const { code, out, err } = run('list');
  expect(code).toBe(1);
  expect(out).toMatchSnapshot();
  expect(err).toBe('broken  left out for 1 mistake: npm run dealers -- check broken');
});

it('CFG-01 show prints every value with the file, template or default it comes from', () => {
  files.put('_shared/yards', { stock: { include_sold_cars_days: 9 }, contactSocials: ['youtube'] });
  files.change('kookaburra-cars', { group: 'yards' });
  const { code, out } = run('show', 'kookaburra-cars', 'stock');
  expect(code).toBe(0);
  const lines = out.split('\n').map((line) => line.split(/ {2,}/));
  expect(lines).toContainEqual(['stock.maxAgeYears', 'template yard', '14']);
  expect(lines).toContainEqual(['stock.include_sold_cars_days', '_shared/yards.json', '9']);
  expect(lines).toContainEqual(['stock.feed.format', 'kookaburra-cars.json', '"csv"']);
  expect(lines).toContainEqual(['stock.inStockOnly', 'default', 'false']);
  expect(run('show', 'kookaburra-cars', 'contactSocials').out).toContain('_shared/yards.json');
});

it('CFG-01 show narrows to a path, as a table or as JSON', () => {
  expect(run('show', 'kookaburra-cars', 'locations.0.address.city').out).toBe(
    'locations.0.address.city  kookaburra-cars.json  "Wallsend"',
  );
  expect(JSON.parse(run('show', 'kookaburra-cars', 'abn', '--json').out)).toEqual([
    { path: 'abn', value: '14 623 123 125', origin: 'kookaburra-cars.json' },
  ]);
  expect(run('show', 'kookaburra-cars').out).toContain('searchConsole');
  expect(run('show', 'kookaburra-cars', 'search').out).not.toContain('searchConsole');
});

it('CFG-02 show reports a setting that is not set or does not exist', () => {
  expect(run('show', 'riverbend', 'popup')).toMatchObject({ code: 1, err: '"popup" is not set.' });
  expect(run('show', 'riverbend', 'finance.provder')).toMatchObject({
    code: 1,
    err: 'There is no setting "finance.provder". Did you mean "finance.provider"?',
  });
});

it('CFG-23 no command prints a secret, only the name of its variable', () => {
  process.env.DEALER_RIVERBEND_CRM_KEY = 'hush-hush';
  try {
    const printed = [run('show', 'riverbend'), run('show', 'riverbend', '--json'), run('check'), run('list')];
    expect(JSON.stringify(printed)).not.toContain('hush-hush');
    expect(printed[0]?.out).toContain('DEALER_RIVERBEND_CRM_KEY');
  } finally {
    delete process.env.DEALER_RIVERBEND_CRM_KEY;
  }
});

it('CFG-03 show of a broken file lists its mistakes', () => {
  files.change('riverbend', { name: 7 });
  expect(run('show', 'riverbend')).toMatchObject({
    code: 1,
    err: expect.stringContaining('riverbend.json: name'),
  });
});

it.each(['riverbnd', '../riverbend', 'RIVERBEND', ''])('CFG-03 "%s" is no dealer file', (slug) => {
  for (const command of ['check', 'show'] as const) {
    expect(() => run(command, slug)).toThrow('There is no dealer file');
  }
});

it('CFG-03 a misspelt slug is reported with the nearest', () => {
  expect(() => run('show', 'riverbnd')).toThrow('Did you mean "riverbend"?');
});
