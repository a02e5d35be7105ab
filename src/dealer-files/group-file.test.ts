import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { GROUP_MISTAKES } from '../../tests/fixtures/bad-groups.ts';
import { formatProblem } from './config-problem.ts';
import { loadDealers } from './load-dealers.ts';
import { locateFinding, openGroupFiles } from './settings-layers.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-groups-'));
  mkdirSync(join(folder, '_shared'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const SOUND = readFileSync('tests/fixtures/plain-dealers/kookaburra-cars.json', 'utf8');
type Keys = { [key: string]: unknown };
const putGroup = (content: string | Uint8Array | Keys, name = 'outback') =>
  writeFileSync(
    join(folder, '_shared', `${name}.json`),
    typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content),
  );

/** Writes a valid dealer file with other keys; undefined removes one. */
function putDealer(slug: string, keys: Keys = {}): void {
  const file = { ...(JSON.parse(SOUND) as Keys), slug, hosts: [`www.${slug}.example`], ...keys };
  writeFileSync(join(folder, `${slug}.json`), JSON.stringify(file));
}
const group = 'outback';
const report = () => loadDealers(folder).problems.map(formatProblem).join('\n').replaceAll(folder, 'dealers');

it('CFG-01 a group file overrides the template and is overridden by the dealer file, key by key', () => {
  putGroup({ $schema: '../group.schema.json', abn: '33 222 333 444', stock: { maxAgeYears: 5 } });
  putDealer('quiet', { group, abn: undefined, stock: { defaultPriceType: {} } });
  putDealer('loud', { group, abn: '14 623 123 125', stock: { defaultPriceType: {}, maxAgeYears: 7 } });
  putDealer('alone', { stock: { defaultPriceType: {} } });
  const { dealers, problems } = loadDealers(folder);
  expect(problems).toEqual([]);
  expect(dealers.map(({ slug, abn, stock }) => [slug, abn, stock.maxAgeYears, stock.usedOnly])).toEqual([
    ['alone', '14 623 123 125', 14, true],
    ['loud', '14 623 123 125', 7, true],
    ['quiet', '33 222 333 444', 5, true],
  ]);
});

it('CFG-01 a group file may set a part whose rules ask for what each dealer file says', () => {
  const feed = { format: 'csv', columns: { make: 'Brand' }, every: 30 };
  putGroup({ stock: { feed } });
  putDealer('aaa', { group, stock: { defaultPriceType: {}, feed: { file: 'aaa.csv' } } });
  const { dealers, problems } = loadDealers(folder);
  expect(problems).toEqual([]);
  expect(dealers.map(({ stock }) => stock.feed)).toMatchObject([{ ...feed, file: 'aaa.csv' }]);
  putDealer('aaa', { group, stock: { defaultPriceType: {}, feed: { dates: 'DD/MM/YYYY' } } });
  expect(report()).toContain('dealers/aaa.json: stock.feed.file\n');
});

it('CFG-01 lists of a group file are replaced as a whole', () => {
  putGroup({ contactSocials: ['youtube', 'tiktok'] });
  putDealer('aaa', { group });
  putDealer('bbb', { group, contactSocials: ['linkedin'] });
  const { dealers } = loadDealers(folder);
  expect(dealers.map(({ contactSocials }) => contactSocials)).toEqual([['youtube', 'tiktok'], ['linkedin']]);
});

it('CFG-01 files of the shared folder are no dealers, and an unused one fails nothing', () => {
  putGroup('{ broken');
  putDealer('aaa');
  expect(loadDealers(folder)).toMatchObject({ dealers: [{ slug: 'aaa' }], problems: [] });
});

it('CFG-01 a group file is read once for all its dealers', () => {
  putGroup({ abn: '33 222 333 444' });
  const groups = openGroupFiles(folder);
  const first = groups.named(group);
  putGroup('{ changed while a run is on');
  expect(groups.named(group)).toBe(first);
  expect(groups.read()).toEqual([first]);
});

it.each(GROUP_MISTAKES.map((mistake) => [mistake.name, mistake] as const))(
  'CFG-03 %s is reported of the group file; its dealers are left out, others load',
  (_name, { path, file }) => {
    putGroup(file);
    putDealer('aaa', { group });
    putDealer('bbb', { group });
    putDealer('neighbour');
    const { dealers, problems } = loadDealers(folder);
    expect(dealers.map(({ slug }) => slug)).toEqual(['neighbour']);
    expect(problems.map((problem) => problem.path)).toContain(path);
    for (const problem of problems) {
      expect(problem.file).toBe(join(folder, '_shared', 'outback.json'));
      expect(problem.affects).toEqual(['aaa.json', 'bbb.json']);
    }
    expect(report()).toMatchSnapshot();
  },
);

it('CFG-03 a group without a file is a mistake of the dealer file, reported with the existing groups', () => {
  putGroup({}, 'hunter-yards');
  putGroup({}, 'tablelands-group');
  putDealer('aaa', { group: 'hunter-yrads' });
  putDealer('bbb', { group: 'coast' });
  expect(report()).toMatchInlineSnapshot(`
    "dealers/aaa.json: group
      expected  one of the groups hunter-yards, tablelands-group
      received  "hunter-yrads"
      remedy    Did you mean "hunter-yards"?
    dealers/bbb.json: group
      expected  one of the groups hunter-yards, tablelands-group
      received  "coast"
      remedy    Add _shared/coast.json, or remove "group"."
  `);
});

it('CFG-03 a mistake that only shows with a dealer names the group file whose value it is', () => {
  putGroup({ theme: { colours: { ink: '#eeeeee' } } });
  const { ink: _, ...colours } = (JSON.parse(SOUND) as { theme: { colours: Keys } }).theme.colours;
  putDealer('aaa', { group, theme: { colours } });
  putDealer('bbb', { group });
  const { dealers, problems } = loadDealers(folder);
  expect(dealers.map(({ slug }) => slug)).toEqual(['bbb']);
  expect(problems[0]).toMatchObject({
    file: join(folder, '_shared', 'outback.json'),
    path: 'theme.colours.ink',
    affects: ['aaa.json'],
  });
});

it('CFG-03 a value of the template that clashes is reported as such, in the dealer file that can override it', () => {
  const layers = [
    { origin: 'template metro', values: { theme: { radius: 14 } } },
    { origin: 'aaa.json', file: 'dealers/aaa.json', values: { theme: { header: 'dark' } } },
  ];
  const finding = (path: string) => ({ path, expected: 'less', received: '14', remedy: 'Lower it.' });
  expect(locateFinding('dealers/aaa.json', layers, finding('theme.radius'))).toMatchObject({
    file: 'dealers/aaa.json',
    received: '14 (from template metro)',
  });
  expect(locateFinding('dealers/aaa.json', layers, finding('theme.header')).received).toBe('14');
});

it('CFG-03 a name that would leave the shared folder is a mistake of the dealer file', () => {
  putDealer('aaa', { group: '../aaa' });
  putDealer('bbb', { group: 7 });
  expect(loadDealers(folder).problems.map(({ file, path }) => [file, path])).toEqual([
    [join(folder, 'aaa.json'), 'group'],
    [join(folder, 'bbb.json'), 'group'],
  ]);
});

it('CFG-03 a symlink that leaves the shared folder is not followed', () => {
  putDealer('neighbour');
  symlinkSync(join(folder, 'neighbour.json'), join(folder, '_shared', 'outback.json'));
  putDealer('aaa', { group });
  const { dealers, problems } = loadDealers(folder);
  expect(dealers.map(({ slug }) => slug)).toEqual(['neighbour']);
  expect(problems).toMatchObject([{ file: join(folder, '_shared', 'outback.json'), affects: ['aaa.json'] }]);
});

it('CFG-03 beside a broken group file the dealer file’s own mistakes are reported, but nothing it may have supplied', () => {
  putGroup('[]');
  putDealer('aaa', { group, abn: undefined, email: 'nobody', locations: [{ id: '1' }] });
  const paths = loadDealers(folder).problems.map(({ file, path }) => `${file.slice(folder.length)} ${path}`);
  expect(paths).toContain('/_shared/outback.json ');
  expect(paths).toContain('/aaa.json email');
  expect(paths).toContain('/aaa.json locations.0.name');
  expect(paths).not.toContain('/aaa.json abn');
});

it('CFG-03 hundreds of dealers of one broken group are one mistake', () => {
  putGroup({ abn: 'none' });
  for (let at = 10; at < 40; at += 1) putDealer(`dealer-${at}`, { group });
  const { problems } = loadDealers(folder);
  expect(problems).toHaveLength(1);
  expect(report()).toContain(
    'dealer-10.json, dealer-11.json, dealer-12.json, dealer-13.json, dealer-14.json and 25 more',
  );
});
