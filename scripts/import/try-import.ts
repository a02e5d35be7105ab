import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { applyEdits, findNodeAtLocation, modify, parseTree } from 'jsonc-parser';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { readEnvironment, readFeedLocations } from '#src/config/environment.ts';
import { FEED_SOURCES, type FeedConfig } from '#src/config/sections/stock/feed-section.ts';
import { formatProblem } from '#src/dealer-files/config-problem.ts';
import { loadDealer, readDealerFiles, writtenSettings } from '#src/dealer-files/load-dealers.ts';
import { openGroupFiles } from '#src/dealer-files/settings-layers.ts';
import { FeedError } from '#src/features/stock/parsing/feed-content.ts';
import { feedLease, NOT_SEEN } from '#src/features/stock/server/schedule/import-feed.ts';
import {
  FEED_PLACE_REMEDY,
  feedFiles,
  isAllowedFeedPath,
} from '#src/features/stock/server/sources/feed-places.ts';
import { readSource } from '#src/features/stock/server/sources/feed-source.ts';
import { sourceRemedy } from '#src/features/stock/server/sources/source-remedies.ts';
import { withSource } from '#src/features/stock/server/trying/trial-settings.ts';
import { additions, tryFeed } from '#src/features/stock/server/trying/try-feed.ts';
import { withLease } from '#src/platform/database/with-lease.ts';
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

const isAddress = (text: string): boolean => /^[a-z]+:\/\//i.test(text);

const hasSource = (settings: JsonObject): boolean =>
  FEED_SOURCES.some((source) => settings[source] !== undefined);

/** Whether the feed is read from where the settings say. */
const isOwnSource = (feed: string | undefined, { url, file }: JsonObject, dealersDir: string): boolean =>
  feed === undefined ||
  url === feed ||
  (typeof file === 'string' && resolve(dealersDir, file) === resolve(feed));

/** The settings with the feed of the option, or as they are. */
function settingsOf(slug: string, feed: string | undefined, written: JsonObject): JsonObject {
  if (feed === undefined) return written;
  const settings: JsonObject = {
    ...withSource(written, isAddress(feed) ? { url: feed } : { file: resolve(feed) }),
  };
  if (/^sftp:/i.test(feed) && settings.hostKey === undefined) {
    throw new FeedError(
      `${slug}: an "sftp" address needs "user", "hostKey" and a "password" or "privateKey". Set them beside it in "stock.feed", and try without --feed.`,
    );
  }
  return settings;
}

/** Where the feed comes from, for people: without what an address may have of keys. */
function sourceName({ url, folder }: JsonObject): string | undefined {
  if (typeof folder === 'string') return folder;
  const address = typeof url === 'string' ? URL.parse(url) : null;
  return address ? `${address.protocol}//${address.host}${address.pathname}` : undefined;
}

/** Why a feed could not be read, and what to do. */
function unreadMessage(
  code: string,
  { file, push }: JsonObject,
  isOption: boolean,
  dealersDir: string,
): string {
  if (code === 'no_file' && typeof file === 'string') {
    const remedy = isOption ? 'Correct --feed.' : 'Correct "stock.feed.file", or name a file with --feed.';
    return `there is no file ${resolve(dealersDir, file)}. ${remedy}`;
  }
  if (code === 'no_new_file') {
    const what =
      push === undefined
        ? 'no file has arrived in the folder since the last import'
        : 'nothing has been posted since the last import';
    return `${what}. Name a file with --feed, or wait for the supplier.`;
  }
  const remedy = sourceRemedy(code) ?? 'Open the address in a browser, or ask the supplier.';
  return `the feed could not be read from its source (${code}). ${remedy}`;
}

type Place = { dealersDir: string; workFolder: string; isOption: boolean };

/** A local copy of the feed; nothing that imports read or write is touched. @throws FeedError */
async function fetched(
  services: Services,
  dealer: DealerConfig,
  settings: JsonObject,
  { dealersDir, workFolder, isOption }: Place,
) {
  const { signal } = new AbortController();
  const feed = {
    format: 'csv',
    columns: {},
    newest: 'date',
    mode: 'full',
    ...settings,
  } as unknown as FeedConfig;
  const source = await readSource(services, dealer, feed, NOT_SEEN, {
    ...{ dealersDir, signal, isByHand: true, dryRun: true, copyTo: join(workFolder, 'feed') },
  });
  if (source.kind === 'fetched') return source.file;
  const code = source.kind === 'failed' ? source.code : 'no_new_file';
  throw new FeedError(`${dealer.slug}: ${unreadMessage(code, settings, isOption, dealersDir)}`);
}

const FORMATTING = { insertSpaces: true, tabSize: 2, eol: '\n' };

/** Settings whose entries are added one by one, and how deep those are. */
const DEPTHS: Readonly<Record<string, number>> = { columns: 1, constants: 1, values: 2 };

const leavesOf = (path: readonly string[], value: unknown, depth: number): [string[], unknown][] =>
  depth > 0 && isJsonObject(value)
    ? Object.entries(value).flatMap(([key, each]) => leavesOf([...path, key], each, depth - 1))
    : [[[...path], value]];

/** Adds what "stock.feed" does not say. Of what it says, only columns are replaced: a trial adds none whose field reads this feed. */
function withAdditions(text: string, added: JsonObject): string {
  const before = parseTree(text);
  return Object.entries(added)
    .flatMap(([key, value]) => leavesOf(['stock', 'feed', key], value, DEPTHS[key] ?? 0))
    .filter(([path]) => path[2] === 'columns' || !before || !findNodeAtLocation(before, path))
    .reduce(
      (result, [path, value]) =>
        applyEdits(result, modify(result, path, value, { formattingOptions: FORMATTING })),
      text,
    );
}

/** What to do once the mapping is written. */
function nextStep(file: string, { slug, stock: { feed } }: DealerConfig, format: string): string {
  const dealersDir = dirname(file);
  const path = feed?.file && resolve(dealersDir, feed.file);
  if (feed && feed.format !== format)
    return `Correct "format" in it: it is "${feed.format}", and the feed is ${format}.`;
  return path && !isAllowedFeedPath(path, slug, { ...readFeedLocations(process.env), dealersDir })
    ? `Imports may not read ${path}. ${FEED_PLACE_REMEDY}`
    : `Next: npm run import -- ${slug} --dry-run`;
}

/** Writes the mapping into the dealer file, unless that makes it invalid. @returns whether it was written */
function write(file: string, added: JsonObject, format: string, terminal: Terminal): boolean {
  const before = readFileSync(file, 'utf8');
  replaceFileSync(file, withAdditions(before, added));
  const loaded = loadDealer(file);
  if ('dealer' in loaded) {
    terminal.log(`\nWritten to ${file}. ${nextStep(file, loaded.dealer, format)}`);
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
function namedSource(feed: string | undefined, written: JsonObject, dealersDir: string): JsonObject {
  if (feed === undefined || hasSource(written)) return {};
  if (isAddress(feed)) return { url: feed };
  const path = relative(dealersDir, resolve(feed));
  return { file: isAbsolute(path) ? path : path.replaceAll('\\', '/') };
}

/** @throws FeedError if there is nothing to try, or if the mapping would be written beside another source */
function checkSource({ slug, dealersDir, feed, isWritten }: TryArguments, written: JsonObject): void {
  if (feed === undefined && !hasSource(written)) {
    throw new FeedError(
      `${slug}: the dealer file names no feed. Name a file or an address with --feed, or set "stock.feed.file", "folder" or "url".`,
    );
  }
  if (isWritten && hasSource(written) && !isOwnSource(feed, written, dealersDir)) {
    throw new FeedError(
      `${slug}: "stock.feed" names another source than --feed. Correct "stock.feed" or remove it before --write; without --write the feed is only tried.`,
    );
  }
}

/** `try <dealer>`: says what a feed is and how it would be read. @returns the exit code */
export async function runTry(request: TryArguments, terminal: Terminal): Promise<number> {
  const { slug, dealersDir, feed, isWritten } = request;
  const file = dealerFile(dealersDir, slug);
  const dealer = dealerOf(file, dealersDir);
  const written = writtenFeed(file, dealersDir);
  checkSource(request, written);
  const settings = settingsOf(slug, feed, written);
  const env = readEnvironment({ SITE_SECRET: 'not needed by a trial, which signs nothing', ...process.env });
  const services = await openServices({ env, dealers: [dealer] });
  const { folder: feeds } = feedFiles(env.DATA_DIR, slug);
  mkdirSync(feeds, { recursive: true });
  const workFolder = mkdtempSync(join(feeds, 'trial-'));
  // The copy is gone by the time its path is read.
  const forPeople = (text: string) =>
    text.replaceAll(join(workFolder, 'feed'), sourceName(settings) ?? 'the feed');
  const work = async () => {
    const local = await fetched(services, dealer, settings, {
      dealersDir,
      workFolder,
      isOption: feed !== undefined,
    });
    const isOther = !isOwnSource(feed, written, dealersDir);
    const trial = await tryFeed(services, dealer, settings, { file: local, isOther, workFolder, dealersDir });
    const added = { ...namedSource(feed, written, dealersDir), ...additions(trial) };
    terminal.log(forPeople(trialText(trial, dealer.name, added)));
    const isGood = 'summary' in trial.outcome && trial.outcome.summary.refusals.length === 0;
    if (!isWritten) return isGood ? 0 : 1;
    return write(file, added, trial.feed.format, terminal) && isGood ? 0 : 1;
  };
  try {
    return await withLease(services, feedLease(slug), work, () =>
      terminal.log(`The feed of ${slug} is being read; waiting for it.`),
    );
  } catch (error) {
    throw error instanceof FeedError ? new FeedError(forPeople(error.message)) : error;
  } finally {
    rmSync(workFolder, { recursive: true, force: true });
    await services.close();
  }
}
