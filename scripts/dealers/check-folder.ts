import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve, sep } from 'node:path';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { readFeedLocations } from '#src/config/environment.ts';
import { siteFiles } from '#src/dealer-files/checks/link-checks.ts';
import { warningsOf } from '#src/dealer-files/checks/setting-warnings.ts';
import { type IsWritten, unmetNeeds } from '#src/dealer-files/checks/unmet-needs.ts';
import { type ConfigProblem, didYouMean, type Finding } from '#src/dealer-files/config-problem.ts';
import { hasContent } from '#src/dealer-files/content-files/content-layer.ts';
import { readDealerFiles, type SourcedDealer } from '#src/dealer-files/load-dealers.ts';
import { overlaps } from '#src/dealer-files/parse-settings.ts';
import type { HostOwners } from '#src/dealer-files/release/snapshot.ts';
import {
  filesOf,
  locateFinding,
  mergeShared,
  openGroupFiles,
  ownerAt,
  SHARED_FOLDER,
} from '#src/dealer-files/settings-layers.ts';
import { type Clock, systemClock, zonedDate } from '#src/platform/time/clock.ts';
import { doubtfulLinks } from './doubtful-links.ts';
import { doubtfulFeed } from './feed-settings.ts';
import { impossibleWords } from './impossible-words.ts';

const PUBLIC_FOLDER = resolve(import.meta.dirname, '../../public');

export type Report = {
  /** Every dealer file, valid or not. */
  files: readonly string[];
  mistakes: readonly ConfigProblem[];
  warnings: readonly ConfigProblem[];
  /** Dealer files whose rules across settings have not all been checked, because of other mistakes. */
  partlyChecked: readonly string[];
  /** The files behind each valid dealer's settings, by its own file. */
  sources: ReadonlyMap<string, readonly string[]>;
};

/** The base folder of the check; tests set it. */
export type Surroundings = {
  clock: Clock;
  environment: Readonly<Record<string, string | undefined>>;
  publicFolder: string;
  /** Hosts of published sites. */
  published: HostOwners;
};

const HERE: Surroundings = {
  clock: systemClock,
  environment: process.env,
  publicFolder: PUBLIC_FOLDER,
  published: new Map(),
};

function isPublicFile(folder: string, href: string): boolean {
  try {
    const { pathname } = new URL(href, 'http://site');
    const file = join(folder, decodeURIComponent(pathname));
    return file.startsWith(folder + sep) && statSync(file).isFile();
  } catch {
    return false;
  }
}

/** CFG-03: files that a dealer file names and that are not there. */
const missingFiles = (dealer: DealerConfig, folder: string): Finding[] =>
  siteFiles(dealer).flatMap(({ path, href, line }) =>
    isPublicFile(folder, href)
      ? []
      : [
          {
            path,
            ...(line !== undefined && { line }),
            expected: 'a file under public/',
            received: `${JSON.stringify(href)}, which is not there`,
            remedy: `Put the file at public${href}, or correct the path.`,
          },
        ],
  );

/** A template's value is not the dealer's statement. */
const writtenIn =
  ({ layers }: SourcedDealer): IsWritten =>
  (path) => {
    const owner = ownerAt(layers, path.split('.'));
    return owner?.layer.file !== undefined && owner.written;
  };

const placed = ({ file, layers }: SourcedDealer, findings: readonly Finding[]): ConfigProblem[] =>
  findings.map((finding) => locateFinding(file, layers, finding));

/** The site is still built. */
const leavingNobodyOut = ({ affects: _, ...problem }: ConfigProblem): ConfigProblem => problem;

/** Group files that no dealer names; they are checked too. */
function checkIdleGroups(folder: string, named: ReadonlySet<string>) {
  const shared = join(folder, SHARED_FOLDER);
  const groups = openGroupFiles(folder);
  const idle = (existsSync(shared) ? readdirSync(shared).sort() : [])
    .filter((name) => name.endsWith('.json') && !named.has(join(shared, name)))
    .map((name) => groups.named(basename(name, '.json')));
  const warnings = idle.map(({ file }) => ({
    file,
    path: '',
    expected: 'a dealer file that names this group',
    received: 'none',
    remedy: `Write "group": "${basename(file, '.json')}" into the files of its dealers, or remove it.`,
  }));
  return { mistakes: idle.flatMap(({ problems }) => problems), warnings };
}

/** Folders of content that no dealer file has. */
const idleContent = (folder: string, files: readonly string[]): ConfigProblem[] => {
  const slugs = files.map((file) => basename(file, '.json'));
  const idle = readdirSync(folder).filter((name) => !slugs.includes(name) && hasContent(join(folder, name)));
  return idle.map((name) => ({
    ...{ file: join(folder, name), path: '', expected: `a dealer file ${name}.json`, received: 'none' },
    remedy: didYouMean(name, slugs) ?? 'Add the dealer file, or move the folder elsewhere.',
  }));
};

/** Calendar look-ups are slow, and hundreds of dealers share a few time zones. */
function calendarDays(now: Date): (timeZone: string) => string {
  const known = new Map<string, string>();
  return (timeZone) => {
    const day = known.get(timeZone) ?? zonedDate(now, timeZone).date;
    known.set(timeZone, day);
    return day;
  };
}

/**
 * Everything that is wrong or doubtful in a folder of dealer files.
 * @throws Error when the folder itself cannot be read
 */
export function checkFolder(folder: string, surroundings: Partial<Surroundings> = {}): Report {
  const { clock, environment, publicFolder, published } = { ...HERE, ...surroundings };
  const { files, sound, partlySound, groups, problems, partlyChecked } = readDealerFiles(folder, published);
  const idle = checkIdleGroups(folder, new Set(groups.map(({ file }) => file)));
  const todayIn = calendarDays(clock.now());
  const places = { ...readFeedLocations(environment), dealersDir: folder };
  const doubts = sound.flatMap((each) => {
    const today = todayIn(each.dealer.timeZone);
    return placed(each, [
      ...doubtfulLinks(each.dealer),
      ...warningsOf(each.dealer, { today, environment }),
      ...unmetNeeds(each.dealer, writtenIn(each)),
      ...drawingSize(each.dealer, publicFolder),
      ...doubtfulFeed(each.dealer, places),
    ]);
  });
  const ofSound = sound.map((each) => ({ ...each, leftOut: [] }));
  const missing = [...ofSound, ...partlySound].flatMap((each) =>
    placed(
      each,
      [...missingFiles(each.dealer, publicFolder), ...impossibleWords(each.dealer)].filter(
        ({ path }) => !each.leftOut.some((place) => overlaps(place, path.split('.'))),
      ),
    ),
  );
  return {
    files,
    partlyChecked,
    sources: new Map(sound.map(({ file, layers }) => [file, filesOf(layers)])),
    mistakes: mergeShared([...problems, ...idle.mistakes, ...missing.map(leavingNobodyOut)]),
    warnings: [...mergeShared(doubts.map(leavingNobodyOut)), ...idle.warnings, ...idleContent(folder, files)],
  };
}

const VIEW_BOX = /\bviewBox="\s*\S+[\s,]+\S+[\s,]+([\d.]+)[\s,]+([\d.]+)\s*"/;

function viewBoxOf(file: string): { width: number; height: number } | undefined {
  try {
    const [, width, height] = VIEW_BOX.exec(readFileSync(file, 'utf8')) ?? [];
    return width && height ? { width: Number(width), height: Number(height) } : undefined;
  } catch {
    // A missing file is a separate finding.
    return undefined;
  }
}

/** CFG-15: a logo with another aspect ratio than its drawing gets too much space, or too little. */
function drawingSize({ logo }: DealerConfig, publicFolder: string): Finding[] {
  const drawn = logo.url?.endsWith('.svg') ? viewBoxOf(join(publicFolder, logo.url)) : undefined;
  if (!drawn || Math.abs(drawn.width / drawn.height - logo.width / logo.height) < 0.01) return [];
  return [
    {
      path: 'logo.width',
      expected: `the shape of ${logo.url}, ${drawn.width} by ${drawn.height}`,
      received: `${logo.width} by ${logo.height}`,
      remedy: `Write "width": ${Math.round(drawn.width)} and "height": ${Math.round(drawn.height)} beside "url".`,
    },
  ];
}
