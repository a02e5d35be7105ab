import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { compareFolders, mostRelevant, pageParts, sharedChanges } from './compare-folders.ts';

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function folderOf(files: Readonly<Record<string, string>>, base = '/') {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-compared-'));
  made.push(folder);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return { folder, base, isPreview: base !== '/' };
}

const page = (body: string, head = '') => `<!doctype html><head>${head}</head><body>${body}</body>`;

it('PLAT-04 pages added, removed and changed are named by their addresses, other files by their names', () => {
  const before = folderOf({
    'index.html': page('Home'),
    'old/index.html': page('Old'),
    'same/index.html': page('Same'),
    'robots.txt': 'a',
    'map.pdf': 'x',
  });
  const after = folderOf({
    'index.html': page('Our home'),
    'new/index.html': page('New'),
    'same/index.html': page('Same'),
    'robots.txt': 'b',
    'same/index.html.br': 'compressed',
    '_astro/x.12345678.js': 'hashed',
  });
  expect(compareFolders(before, after)).toEqual({
    added: ['/new'],
    removed: ['/old'],
    changed: [{ address: '/', parts: ['texts'], removed: ['Home'], added: ['Our home'] }],
    unchanged: 1,
    files: { added: [], removed: ['map.pdf'], changed: ['robots.txt'] },
  });
});

it('PLAT-04 a page whose hashed files have other names is unchanged', () => {
  const built = (hash: string) =>
    page(
      `<script type="module" src="/_astro/${hash}.js"></script><astro-island component-url="/_astro/Form.${hash}.js"></astro-island>`,
      `<meta http-equiv="content-security-policy" content="script-src 'self' 'sha256-${hash}='"><style>@font-face{src:url(/_astro/a.${hash}.woff2)}</style>`,
    );
  const changes = compareFolders(
    folderOf({ 'index.html': built('AbCd12_-') }),
    folderOf({ 'index.html': built('Zy98xW76') }),
  );
  expect(changes).toMatchObject({ changed: [], unchanged: 1 });
});

it('PLAT-04 another file, link, colour or script is a change, each named by its part', () => {
  const parts = (before: string, after: string) =>
    compareFolders(folderOf({ 'index.html': before }), folderOf({ 'index.html': after })).changed[0]?.parts;
  const script = (name: string) => page(`<script src="/_astro/${name}.AbCd12_-.js"></script>`);
  expect(parts(script('search'), script('gallery'))).toEqual(['markup']);
  expect(parts(page('<a href="/a">x</a>'), page('<a href="/b">x</a>'))).toEqual(['markup']);
  expect(parts(page('', '<style>a{color:red}</style>'), page('', '<style>a{color:blue}</style>'))).toEqual([
    'styles',
  ]);
  expect(parts(page('<script>a()</script>'), page('<script>b()</script>'))).toEqual(['scripts']);
});

it('PLAT-04 the order of attributes and white space are no change, and the path of a preview is none', () => {
  const before = folderOf({ 'index.html': page('<a class="x" href="/about-us">About   us</a>') });
  const after = folderOf(
    { 'index.html': page('<a href="/previews/metro/about-us" class="x">\nAbout us</a>') },
    '/previews/metro',
  );
  before.isPreview = true;
  expect(compareFolders(before, after).changed).toEqual([]);
});

it('PLAT-04 of a live page and its preview texts and styles are compared, without the banner and the files of previews', () => {
  const banner = '<aside class="preview-banner"><p>Preview of <b>10:32</b></p></aside>';
  const files = { 'preview.json': '{}', 'preview/off.html': page('Off'), 'preview/stock.json': '[]' };
  const live = folderOf({
    'index.html': page('<a href="/a">Home</a>'),
    'a/index.html': page('A <aside>beside</aside>'),
  });
  const preview = {
    ...folderOf({
      ...files,
      'index.html': page(`${banner}<a href="/a/index.html">Home</a>`),
      'a/index.html': page(`${banner}B <aside>beside</aside>`),
    }),
    isPreview: true,
  };
  expect(compareFolders(live, preview)).toEqual({
    added: [],
    removed: [],
    changed: [{ address: '/a', parts: ['texts'], removed: ['A'], added: ['B'] }],
    unchanged: 1,
    files: { added: [], removed: [], changed: [] },
  });
});

it('PLAT-04 texts are what a visitor reads: entities are read, styles and scripts are not texts', () => {
  expect(pageParts(page('<p>Trucks &amp; utes</p><script>let x</script><style>a{}</style>')).texts).toEqual([
    'Trucks & utes',
  ]);
});

const change = (address: string, removed: string[], added: string[]) => ({
  address,
  parts: ['texts'] as const,
  removed,
  added,
});

it('PLAT-04 what most changed pages share is listed once', () => {
  const pages = ['/', '/a', '/b', '/c'].map((address) => change(address, ['old phone'], ['new phone']));
  const own = change('/d', ['old phone', 'Our story'], ['new phone']);
  expect(sharedChanges([...pages, own])).toEqual({
    removed: ['old phone'],
    added: ['new phone'],
    pages: [...pages.map(({ address }) => change(address, [], [])), change('/d', ['Our story'], [])],
  });
  expect(sharedChanges([own])).toEqual({ removed: [], added: [], pages: [own] });
});

it('PLAT-04 the pages with texts of their own are pictured first, then those nearest to the home page', () => {
  const pages = [
    change('/404.html', [], []),
    change('/a/b', [], []),
    change('/', [], []),
    change('/a/b/c', [], ['x']),
  ];
  expect(mostRelevant(pages, 3).map(({ address }) => address)).toEqual(['/a/b/c', '/', '/a/b']);
});

it('PLAT-04 a picture with another content under the same address changes the pages that show it', () => {
  const pages = {
    'index.html': page('<img src="/_pictures/shop-480.webp"><a href="/b/map.pdf">Map</a>'),
    'styled/index.html': page('', '<style>a{background:url(/_pictures/shop-480.webp)}</style>'),
    'b/index.html': page('<img src="/b/_pictures/shop-480.webp"> <img src="/_pictures/shop-480.webp.png">'),
    'same/index.html': page('<img src="/_pictures/same.webp">'),
    '_pictures/same.webp': 'same',
  };
  const before = folderOf({ ...pages, '_pictures/shop-480.webp': 'was it' });
  const after = folderOf({ ...pages, '_pictures/shop-480.webp': 'has it' });
  const changes = compareFolders(before, after);
  expect(changes.changed).toEqual(
    ['/', '/styled'].map((address) => ({ address, parts: ['files'], removed: [], added: [] })),
  );
  expect(changes.files.changed).toEqual(['_pictures/shop-480.webp']);
});

it('PLAT-04 when a search was rendered is no change', () => {
  const search = (uid: string, at: number) =>
    page(
      `<astro-island uid="${uid}" props="{&quot;app&quot;:[0,&quot;{\`nowMs\`:${at},\`page\`:1}&quot;]}">`,
    );
  const before = folderOf({ 'index.html': search('Z1', 1) });
  const after = folderOf({ 'index.html': search('2a', 2) });
  expect(compareFolders(before, after)).toMatchObject({ changed: [], unchanged: 1 });
});
