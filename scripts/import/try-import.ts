import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { applyEdits, modify } from 'jsonc-parser';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { readEnvironment, readFeedLocations } from '#src/config/environment.ts';
import type { FeedConfig } from '#src/config/sections/stock/feed-section.ts';
import { formatProblem } from '#src/dealer-files/config-problem.ts';
import { loadDealer, readDealerFiles, writtenSettings } from '#src/dealer-files/load-dealers.ts';
import { openGroupFiles } from '#src/dealer-files/settings-layers.ts';
import { FeedError } from '#src/features/stock/parsing/feed-content.ts';
import { NOT_SEEN } from '#src/features/stock/server/schedule/import-feed.ts';
import {
  FEED_PLACE_REMEDY,
  feedFiles,
  isAllowedFeedPath,
} from '#src/features/stock/server/sources/feed-places.ts';
import { readSource } from '#src/features/stock/server/sources/feed-source.ts';
import { sourceRemedy } from '#src/features/stock/server/sources/source-remedies.ts';
import { additions, tryFeed } from '#src/features/stock/server/trying/try-feed.ts';
import { replaceFileSync } from '#src/platform/storage/replace-file.ts';
import { isJsonObject, type JsonObject } from '#src/platform/text/untrusted-values.ts';
import { openServices, type Services } from '#src/server/services.ts';
import type { Terminal } from '../command/command.ts';
import { dealerFile } from '../dealers/dealer-arguments.ts';
import { trialText } from './try-text.ts';

export type TryArguments = {
  slug: string;
  dealersDir: string;
  /** A file or an address, in place of that of the settings. */
  feed: string | undefined;
  isWritten: boolean;
};

/** A dealer, also with mistakes in its feed. */
function dealerOf(file: string, dealersDir: string): DealerConfig {
  const { sound, partlySound } = readDealerFiles(dealersDir);
  const found = [...sound, ...partlySound].find((each) => resolve(each.file) === resolve(file));
  if (found) return found.dealer;
  const loaded = loadDealer(file);
  const problems = 'problems' in loaded ? loaded.problems : [];
  throw new Error(['The dealer file has mistakes:', ...problems.map(formatProblem)].join('\n\n'));
}

/** "stock.feed" as it is written, be it unfinished. */
function writtenFeed(file: string, dealersDir: string): JsonObject {
  const stock = writtenSettings(file, openGroupFiles(dealersDir))?.stock;
  return isJsonObject(stock) && isJsonObject(stock.feed) ? stock.feed : {};
}

const SOURCES = ['file', 'folder', 'url', 'push'];

const isAddress = (text: string): boolean => /^[a-z]+:\/\//i.test(text);

/** Where the feed comes from: the option, or else the settings. */
const sourceOf = (feed: string | undefined, settings: JsonObject): JsonObject => {
  if (feed === undefined) return settings;
  const { file: _file, folder: _folder, url: _url, push: _push, ...others } = settings;
  return { ...others, ...(isAddress(feed) ? { url: feed } : { file: resolve(feed) }) };
};

/** A local copy of the feed. @throws FeedError */
async function fetched(services: Services, dealer: DealerConfig, settings: JsonObject, dealersDir: string) {
  const { signal } = new AbortController();
  const feed = {
    format: 'csv',
    columns: {},
    newest: 'date',
    mode: 'full',
    ...settings,
  } as unknown as FeedConfig;
  const source = await readSource(services, dealer, feed, NOT_SEEN, { dealersDir, signal, isByHand: true });
  if (source.kind === 'fetched') return source.file;
  const code = source.kind === 'failed' ? source.code : source.kind;
  throw new FeedError(
    `${dealer.slug}: the feed could not be read from its source (${code}). ${sourceRemedy(code) ?? 'Open the address in a browser, or ask the supplier.'}`,
  );
}

const FORMATTING = { insertSpaces: true, tabSize: 2, eol: '\n' };

/** Adds what is not there yet; values that are there stay. */
function withAdditions(text: string, added: JsonObject, path: readonly string[]): string {
  return Object.entries(added).reduce((result, [key, value]) => {
    const at = [...path, key];
    if (isJsonObject(value)) return withAdditions(result, value, at);
    return applyEdits(result, modify(result, at, value, { formattingOptions: FORMATTING }));
  }, text);
}

/** What to do once the mapping is written. */
function nextStep(file: string, { slug, stock: { feed } }: DealerConfig): string {
  const dealersDir = dirname(file);
  const path = feed?.file && resolve(dealersDir, feed.file);
  return path && !isAllowedFeedPath(path, slug, { ...readFeedLocations(process.env), dealersDir })
    ? `Imports may not read ${path}. ${FEED_PLACE_REMEDY}`
    : `Next: npm run import -- ${slug} --dry-run`;
}

/** Writes the mapping into the dealer file, unless that makes it invalid. @returns whether it was written */
function write(file: string, added: JsonObject, terminal: Terminal): boolean {
  const before = readFileSync(file, 'utf8');
  replaceFileSync(file, withAdditions(before, added, ['stock', 'feed']));
  const loaded = loadDealer(file);
  if ('dealer' in loaded) {
    terminal.log(`\nWritten to ${file}. ${nextStep(file, loaded.dealer)}`);
    return true;
  }
  replaceFileSync(file, before);
  terminal.error(
    [
      '\nNothing was written, because these mistakes would remain:',
      ...loaded.problems.map(formatProblem),
    ].join('\n\n'),
  );
  return false;
}

/** The source as the dealer file names it: an address, or a path relative to the dealers folder. */
function namedSource(feed: string | undefined, settings: JsonObject, dealersDir: string): JsonObject {
  if (feed === undefined || SOURCES.some((source) => source in settings)) return {};
  if (isAddress(feed)) return { url: feed };
  const path = relative(dealersDir, resolve(feed));
  return { file: isAbsolute(path) ? path : path.replaceAll('\\', '/') };
}

/** `try <dealer>`: says what a feed is and how it would be read. @returns the exit code */
export async function tryImport(
  { slug, dealersDir, feed, isWritten }: TryArguments,
  terminal: Terminal,
): Promise<number> {
  const file = dealerFile(dealersDir, slug);
  const dealer = dealerOf(file, dealersDir);
  const settings = sourceOf(feed, writtenFeed(file, dealersDir));
  if (SOURCES.every((source) => settings[source] === undefined)) {
    throw new FeedError(
      `${slug}: the dealer file names no feed. Name a file or an address with --feed, or set "stock.feed.file", "folder" or "url".`,
    );
  }
  const env = readEnvironment({ SITE_SECRET: 'not needed by a trial, which signs nothing', ...process.env });
  const services = await openServices({ env, dealers: [dealer] });
  try {
    const local = await fetched(services, dealer, settings, dealersDir);
    const { folder: workFolder } = feedFiles(env.DATA_DIR, slug);
    mkdirSync(workFolder, { recursive: true });
    const trial = await tryFeed(services, dealer, settings, {
      ...{ file: local, isOther: feed !== undefined, workFolder, dealersDir },
    });
    const source = namedSource(feed, writtenFeed(file, dealersDir), dealersDir);
    const added = { ...source, ...additions(trial) };
    terminal.log(trialText(trial, dealer.name, added));
    const isGood = 'summary' in trial.outcome && trial.outcome.summary.refusals.length === 0;
    if (!isWritten) return isGood ? 0 : 1;
    return write(file, added, terminal) && isGood ? 0 : 1;
  } finally {
    await services.close();
  }
}
