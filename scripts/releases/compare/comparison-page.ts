import { xmlText } from '#src/platform/text/xml.ts';
import type { FolderChanges, PageChange, SharedChanges } from '#src/publishing/compare/compare-folders.ts';
import type { PagePictures, Picture } from './compared-pictures.ts';
import { STYLES } from './comparison-styles.data.ts';

export type Comparison = {
  /** Name of the dealer. */
  name: string;
  /** Where the pages of either side are. */
  before: string;
  after: string;
  /** Lines of `changeLines`; undefined where one side's settings are unknown. */
  settings: readonly string[] | undefined;
  changes: FolderChanges;
  shared: SharedChanges;
  note: ComparisonNote | undefined;
  pictures: readonly PagePictures[];
  /** ISO instant. */
  at: string;
};

/** Longer lists are counted. */
const MOST_ADDRESSES = 60;
const MOST_TEXTS = 8;
const LONGEST_TEXT = 240;

const PART_WORDS = {
  texts: 'texts',
  markup: 'links, pictures or structure',
  styles: 'styles',
  scripts: 'inline scripts or data',
  files: 'content of pictures or documents',
} as const;

const text = (value: string): string =>
  xmlText(value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value);

const count = (number: number, one: string, several = `${one}s`): string =>
  `${number} ${number === 1 ? one : several}`;

function bounded(values: readonly string[], most: number, item: (value: string) => string): string {
  const more = values.length - most;
  const shown = values.slice(0, most).map(item).join('');
  return more > 0 ? `${shown}<li>and ${more} more</li>` : shown;
}

const addresses = (title: string, values: readonly string[]): string =>
  values.length === 0
    ? ''
    : `<h3>${title} <span class="count">${values.length}</span></h3><ul class="addresses">${bounded(values, MOST_ADDRESSES, (value) => `<li>${text(value)}</li>`)}</ul>`;

function figure({ width, before, after, isSame }: Picture, address: string): string {
  const image = (webp: Buffer, side: string) =>
    `<figure><figcaption>${side}, ${width} px</figcaption><img alt="${xmlText(address)}, ${side.toLowerCase()}, ${width} px" src="data:image/webp;base64,${webp.toString('base64')}"></figure>`;
  const name = width < 700 ? 'pair narrow' : 'pair';
  return isSame
    ? `<p class="same">No visible difference at ${width} px.</p>`
    : `<div class="${name}">${image(before, 'Live')}${image(after, 'Preview')}</div>`;
}

const textList = (name: string, texts: readonly string[]): string =>
  bounded(texts, MOST_TEXTS, (value) => `<li><${name}>${text(value)}</${name}></li>`);

const textLists = ({ removed, added }: Pick<PageChange, 'removed' | 'added'>): string => {
  const texts = textList('del', removed) + textList('ins', added);
  return texts === '' ? '' : `<ul class="texts">${texts}</ul>`;
};

const whatChanged = ({ parts }: PageChange): string => parts.map((part) => PART_WORDS[part]).join(', ');

const changedPage = (change: PageChange, pictures?: PagePictures): string =>
  [
    `<section class="page"><h4>${text(change.address)}</h4><p>Changed: ${whatChanged(change)}.</p>`,
    textLists(change),
    ...(pictures?.pictures.map((picture) => figure(picture, change.address)) ?? []),
    '</section>',
  ].join('');

const sharedSection = (shared: SharedChanges): string => {
  const lists = textLists(shared);
  return lists === '' ? '' : `<section class="page"><h4>On most changed pages</h4>${lists}</section>`;
};

/** A page without a text or a picture of its own is a line. */
function changedPages({ shared, pictures }: Comparison): string {
  if (shared.pages.length === 0) return '';
  const shown = new Map(pictures.map((each) => [each.address, each]));
  const isLine = ({ address, removed, added }: PageChange) =>
    !shown.has(address) && removed.length + added.length === 0;
  const full = shared.pages.filter((change) => !isLine(change));
  // In the order of the pictures, which begins with what matters most.
  const order = [...shown.keys()];
  const placeOf = ({ address }: PageChange) => (shown.has(address) ? order.indexOf(address) : order.length);
  full.sort((a, b) => placeOf(a) - placeOf(b));
  const lines = shared.pages.filter(isLine).map((change) => `${change.address} (${whatChanged(change)})`);
  return [
    `<h3>Changed <span class="count">${shared.pages.length}</span></h3>`,
    sharedSection(shared),
    ...full.map((change) => changedPage(change, shown.get(change.address))),
    lines.length === 0
      ? ''
      : `<p>Changed too:</p><ul class="addresses">${bounded(lines, MOST_ADDRESSES, (line) => `<li>${text(line)}</li>`)}</ul>`,
  ].join('');
}

function settingsSection(lines: Comparison['settings']): string {
  if (lines === undefined) return '<p>The settings of one side are unknown, so they are not compared.</p>';
  if (lines.length === 0) return '<p>The settings are the same.</p>';
  return `<pre>${xmlText(lines.join('\n').trim())}</pre>`;
}

const NOTES = {
  acrossKinds:
    'Texts and styles are compared; a preview writes links and scripts in its own way, and has pages that a server makes on request. Without --live the live release is compared as a preview of its own.',
  presentCode:
    'The live release was built with code that this folder cannot run. Its pages are rendered with the present code, so that changes of code do not show.',
} as const;
/** What a reader has to know of how the pages were compared. */
export type ComparisonNote = keyof typeof NOTES;

function pagesSection(comparison: Comparison): string {
  const { added, removed } = comparison.changes;
  const lists = [addresses('Added', added), addresses('Removed', removed), changedPages(comparison)].join('');
  const note = comparison.note === undefined ? '' : `<p>${NOTES[comparison.note]}</p>`;
  return note + (lists === '' ? '<p>Every page is the same.</p>' : lists);
}

function filesSection({ files }: FolderChanges): string {
  const lists = [
    addresses('Added', files.added),
    addresses('Removed', files.removed),
    addresses('Changed', files.changed),
  ].join('');
  return lists === '' ? '<p>Every other file is the same.</p>' : lists;
}

/** One HTML page that needs nothing else. */
export function comparisonPage(comparison: Comparison): string {
  const { name, before, after, settings, changes, at } = comparison;
  const title = `${name}: what the preview changes`;
  const { added, removed, changed, unchanged } = changes;
  return `<!doctype html>
<html lang="en-AU"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${xmlText(title)}</title><style>${STYLES}</style></head>
<body><header><h1>${xmlText(title)}</h1>
<p class="summary">${count(added.length, 'page')} added, ${removed.length} removed, ${changed.length} changed, ${unchanged} unchanged.</p>
<dl><dt>Live</dt><dd>${xmlText(before)}</dd><dt>Preview</dt><dd>${xmlText(after)}</dd><dt>Compared</dt><dd>${xmlText(at)}</dd></dl></header>
<main><section><h2>Settings</h2>${settingsSection(settings)}</section>
<section><h2>Pages</h2>${pagesSection(comparison)}</section>
<section><h2>Other files</h2>${filesSection(changes)}</section></main></body></html>
`;
}
