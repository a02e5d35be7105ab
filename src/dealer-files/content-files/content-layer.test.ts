import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadDealer } from '#src/dealer-files/load-dealers.ts';
import { provenanceOf } from '#src/dealer-files/settings-layers.ts';
import { dealerFolder } from '../../../tests/fixtures/dealer-folder.ts';

let dealers: ReturnType<typeof dealerFolder>;
beforeEach(() => {
  dealers = dealerFolder();
});
afterEach(() => dealers.remove());

function write(path: string, text: string): void {
  const file = join(dealers.folder, 'riverbend', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function sound() {
  const loaded = loadDealer(dealers.file('riverbend'));
  if (!('dealer' in loaded)) throw new Error(JSON.stringify(loaded.problems, null, 1));
  return loaded;
}

/** Every mistake as `file:line: path: received`. */
function mistakes(): string[] {
  const loaded = loadDealer(dealers.file('riverbend'));
  if ('dealer' in loaded) return [];
  return loaded.problems.map(({ file, line, path, received }) =>
    [`${file.slice(dealers.folder.length + 1)}${line === undefined ? '' : `:${line}`}`, path, received].join(
      ': ',
    ),
  );
}

const POST = `---
heading: "Towing: what the plate says"
date: 2026-11-02
description: Read it before you hitch up.
---
The **plate** decides.

Ask [the workshop](/service).
`;

it('CONT-04 a Markdown file is a post, with its name as the address and its text as written', () => {
  write('blog/towing.md', POST);
  write('pages/service.md', '## Hours\n\nFrom seven.\n');
  const post = sound().dealer.blog.find(({ slug }) => slug === 'towing');
  expect(post).toMatchObject({
    heading: 'Towing: what the plate says',
    date: '2026-11-02',
    paragraphs: 'The **plate** decides.\n\nAsk [the workshop](/service).',
  });
});

it('CFG-02 a file fills in an entry of the dealer file key by key and adds what it does not have', () => {
  const brands = [
    { title: 'Kia', slug: 'kia', description: ['From the dealer file.'] },
    { title: 'Ford', slug: 'ford', skipPage: true },
  ];
  dealers.change('riverbend', { brands });
  write('brands/ford.md', 'From the file.');
  write('brands/isuzu.json', '{ "title": "Isuzu" }');
  const shown = sound().dealer.brands.map(({ slug, description, skipPage }) => [slug, description, skipPage]);
  expect(shown).toEqual([
    ['kia', ['From the dealer file.'], false],
    ['ford', 'From the file.', true],
    ['isuzu', [], false],
  ]);
});

it('NAV-05 a page file switches the page on; each heading is a section with picture, points and button', () => {
  write(
    'pages/service.md',
    `---
title: Workshop
lead: Open early.
---

## Your day

Drop it **off**.

- Brakes
- Tyres

[Ask us](/about-us)

## The bay

![The hoist](/pictures/metro-service.webp)

Two of them.
`,
  );
  expect(sound().dealer.pages.service).toMatchObject({
    enabled: true,
    title: 'Workshop',
    sections: [
      {
        heading: 'Your day',
        paragraphs: 'Drop it **off**.',
        points: ['Brakes', 'Tyres'],
        link: { label: 'Ask us', href: '/about-us' },
      },
      {
        heading: 'The bay',
        paragraphs: 'Two of them.',
        picture: { url: '/pictures/metro-service.webp', alt: 'The hoist' },
      },
    ],
  });
});

it('NAV-04 about, privacy and terms are text, a location gains its words', () => {
  write('pages/about-us.md', '---\ntitle: Who we are\n---\nSince 1974.\n');
  write('pages/privacy-policy.md', '## What we collect\n\nYour name.\n');
  write('locations/moorooka.md', '---\nteam: Steve values trade-ins.\n---\nUsed cars on\nthe Magic Mile.\n');
  const { dealer } = sound();
  expect(dealer.content.about).toEqual({ title: 'Who we are', paragraphs: 'Since 1974.' });
  expect(dealer.content.privacy).toBe('## What we collect\n\nYour name.');
  expect(dealer.locations.find(({ slug }) => slug === 'moorooka')).toMatchObject({
    team: 'Steve values trade-ins.',
    description: 'Used cars on the Magic Mile.',
  });
});

const OUR_HISTORY =
  '---\nlead: Since 1974.\n---\n\n# Our *history*\n\nA [shed](/about-us).\n\n## Then\n\nA yard.\n';

it('NAV-15 any other Markdown page is the dealer’s own, titled by its first heading', () => {
  write('pages/our-history.md', OUR_HISTORY);
  expect(sound().dealer.ownPages).toEqual([
    {
      ...{ slug: 'our-history', title: 'Our history', lead: 'Since 1974.', menu: 'footer', listed: true },
      paragraphs: 'A [shed](/about-us).\n\n## Then\n\nA yard.',
    },
  ]);
});

it('NAV-15 a link of such a page, and one to it, is checked at its line', () => {
  write('pages/our-history.md', OUR_HISTORY.replace('/about-us', '/abut-us'));
  write('pages/about-us.md', 'Read [our history](/our-history) or [not](/our-histry).');
  expect(mistakes().sort()).toEqual([
    'riverbend/pages/about-us.md:1: : "/our-histry", which is not a page of this site',
    'riverbend/pages/our-history.md:7: : "/abut-us", which is not a page of this site',
  ]);
});

it('NAV-15 a page that would take the address of another is refused', () => {
  write('pages/special-offers.md', '# Ours\n\nText.');
  write('pages/locations.md', '# Ours\n\nText.');
  expect(mistakes().sort()).toEqual([
    'riverbend/pages/locations.md:1: slug: /locations, an address of the platform',
    'riverbend/pages/special-offers.md:1: slug: /special-offers, an address of the platform',
  ]);
});

it('CFG-03 a mistake of a content file has its file, line, place and remedy', () => {
  write('blog/towing.md', POST.replace('2026-11-02', '2026-11-31').replace('heading:', 'headline:'));
  write('offers/tray.json', '{\n  "name": "Tray",\n  "description": 7\n}\n');
  write('pages/contcat.md', 'Hello.');
  write('pages/Our Team.md', '# Who we are\n\nFour.');
  write('locations/nowhere.md', 'Hello.');
  write('notes/a.md', 'Hello.');
  expect(mistakes().sort()).toEqual([
    'riverbend/blog/towing.md:1: heading: nothing',
    'riverbend/blog/towing.md:2: headline: key "headline"',
    'riverbend/blog/towing.md:3: date: "2026-11-31"',
    'riverbend/locations/nowhere.md: : "nowhere.md"',
    'riverbend/notes: : "notes"',
    'riverbend/offers/tray.json:3: description: 7',
    'riverbend/pages/Our Team.md:1: slug: "Our Team"',
    'riverbend/pages/contcat.md:1: title: nothing',
  ]);
});

it('CFG-03 dead links, HTML and pictures among words are found at their lines of the text', () => {
  write(
    'blog/towing.md',
    `${POST}\nOn <b>one</b> line.\n\nA [dead](/servise) link.\n\nSee ![it](/pictures/metro.webp) here.`,
  );
  expect(mistakes()).toEqual([
    'riverbend/blog/towing.md:10: : "<b>"',
    'riverbend/blog/towing.md:14: : a picture among words',
    'riverbend/blog/towing.md:8: : "/service", which is not a page of this site',
    'riverbend/blog/towing.md:12: : "/servise", which is not a page of this site',
  ]);
});

it.each([
  ['---\ntitle: A: B\n---\n', 'riverbend/pages/about-us.md:2'],
  ['---\ntitle: A\ntitle: B\n---\n', 'riverbend/pages/about-us.md:3'],
  ['---\ntitle: A\n', 'riverbend/pages/about-us.md:1'],
  ['---\n- A\n---\n', 'riverbend/pages/about-us.md:2'],
  ['---\n__proto__: { a: 1 }\n---\n', 'riverbend/pages/about-us.md:1'],
])('CFG-03 keys that cannot be read are reported with their line: %j', (text, place) => {
  write('pages/about-us.md', text);
  expect(mistakes().map((each) => each.split(': ')[0])).toEqual([place]);
});

it('CFG-03 two files of one page, a file for a page without keys, a link out of the folder', () => {
  write('pages/service.md', '## A\n\nB.');
  write('pages/service.json', '{}');
  write('pages/terms-and-conditions.json', '{}');
  write('blog/readme.txt', 'Hello.');
  symlinkSync('/etc', join(dealers.folder, 'riverbend', 'offers'));
  expect(mistakes().sort()).toEqual([
    'riverbend/blog/readme.txt: : "readme.txt"',
    'riverbend/offers: : "offers"',
    'riverbend/pages/service.json: : "service.json"',
    'riverbend/pages/terms-and-conditions.json: : "terms-and-conditions.json"',
  ]);
});

it('CFG-01 every value knows the content file it comes from', () => {
  write('blog/towing.md', POST.replace(/\nAsk.*\n/, ''));
  const { layers, dealer } = sound();
  const at = dealer.blog.findIndex(({ slug }) => slug === 'towing');
  const origins = provenanceOf(layers, dealer.blog[at], ['blog', String(at)]).map(({ origin }) => origin);
  expect([...new Set(origins)]).toEqual(['riverbend/blog/towing.md']);
});
