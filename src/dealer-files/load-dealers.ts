import { readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import * as v from 'valibot';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { SlugSchema } from '#src/config/sections/setting-types.ts';
import { TEMPLATE_NAMES, type TemplateName } from '#src/config/sections/site/theme-section.ts';
import type { JsonObject } from '#src/platform/text/untrusted-values.ts';
import { TEMPLATES } from '#src/platform/theme/template-settings.ts';
import { checkDealer, mayJudgeAll } from './checks/check-dealer.ts';
import { type ConfigProblem, describeReceived, didYouMean, type Finding } from './config-problem.ts';
import { readContentLayer } from './content-files/content-layer.ts';
import { fillPlaceholders, moveSpecialDays, withoutLoans } from './derive-settings.ts';
import { readJsonObject } from './json-file.ts';
import { type Mistake, type PartlySound, parseSettings, withoutWrongKeys } from './parse-settings.ts';
import { presetLayer } from './preset-layer.ts';
import type { HostOwners } from './release/snapshot.ts';
import {
  type GroupFile,
  type GroupFiles,
  type Layer,
  locateFinding,
  mergeLayers,
  mergeShared,
  openGroupFiles,
  ownerAt,
  unknownGroup,
} from './settings-layers.ts';

/** A dealer with the layers of its settings, lowest first. */
export type SourcedDealer = { file: string; dealer: DealerConfig; layers: readonly Layer[] };

/** A dealer with mistakes, without the invalid keys. */
type PartlySoundDealer = SourcedDealer & Pick<PartlySound, 'leftOut'>;

type RefusedDealer = {
  file: string;
  problems: ConfigProblem[];
  /** Undefined if a required value is invalid. */
  rest?: PartlySoundDealer | undefined;
  /** Some rules could not be checked because of other mistakes. */
  isPartlyChecked: boolean;
};

export type ResolvedDealer = SourcedDealer | RefusedDealer;

const isTemplateName = (value: unknown): value is TemplateName =>
  (TEMPLATE_NAMES as readonly unknown[]).includes(value);

const unknownTemplate = (received: unknown): Finding => ({
  path: 'template',
  expected: `one of ${TEMPLATE_NAMES.join(', ')}`,
  received: describeReceived(received),
  remedy:
    typeof received === 'string'
      ? (didYouMean(received, TEMPLATE_NAMES) ?? 'Name the template this dealer starts from.')
      : 'Name the template this dealer starts from.',
});

const unlikeFile = (slug: string, expected: string): Finding => ({
  path: 'slug',
  expected: `"${expected}", as the file is named`,
  received: JSON.stringify(slug),
  remedy: 'Make the slug and the file name agree.',
});

/** A template's menus contain more entries than most dealers have; each site shows those that exist. */
const isMenuOfTemplate = (layers: readonly Layer[], { path }: Finding): boolean =>
  path.startsWith('navigation.') && ownerAt(layers, path.split('.'))?.layer.file === undefined;

/** Layers below a dealer's own values. */
function sourcesBelow(template: TemplateName, own: JsonObject, groups: GroupFiles) {
  const base: Layer = { origin: `template ${template}`, values: TEMPLATES[template] };
  const group = v.is(SlugSchema, own.group) ? groups.named(own.group) : undefined;
  const layers = group?.layer ? [base, group.layer] : [base];
  const unknown = group?.missing ? [unknownGroup(group, String(own.group))] : [];
  return { layers, problems: group?.problems ?? [], unknown, isWhole: !group || group.layer !== undefined };
}

type Sources = { layers: readonly Layer[]; isWhole: boolean; problems: ConfigProblem[] };

/** Layers of a dealer's settings, and mistakes in the files themselves. */
function readSources(file: string, groups: GroupFiles): Sources | { problems: ConfigProblem[] } {
  const read = readJsonObject(file);
  if ('problem' in read) return { problems: [read.problem] };
  const own = read.value;
  if (!isTemplateName(own.template)) {
    return { problems: [...read.problems, { file, ...unknownTemplate(own.template) }] };
  }
  const below = sourcesBelow(own.template, own, groups);
  const written: Layer[] = [...below.layers, { origin: basename(file), file, values: own }];
  const merged = mergeLayers(written);
  const content = readContentLayer(file, merged);
  const preset = presetLayer(merged);
  const unknown = preset && 'unknown' in preset ? [preset.unknown] : [];
  const problems = [
    ...below.problems.map((problem) => ({ ...problem, affects: [basename(file)] })),
    ...below.unknown.map((finding) => ({ file, ...finding })),
    ...unknown.map((finding) => locateFinding(file, written, finding)),
    ...read.problems,
    ...content.problems,
  ];
  const [template, ...others] = content.layer ? [...written, content.layer] : written;
  const layers = [template, preset && 'layer' in preset ? preset.layer : undefined, ...others];
  return {
    layers: layers.filter((layer) => layer !== undefined),
    isWhole: below.isWhole && unknown.length === 0,
    problems,
  };
}

/** Merged settings of a dealer, valid or not; undefined if the file cannot be read. */
export function writtenSettings(file: string, groups: GroupFiles): JsonObject | undefined {
  const sources = readSources(file, groups);
  return 'layers' in sources ? mergeLayers(sources.layers) : undefined;
}

/** Findings of rules that involve several settings. @param leftOut paths without the values of the file */
function ruleFindings(
  file: string,
  layers: readonly Layer[],
  dealer: DealerConfig,
  leftOut: readonly (readonly string[])[] = [],
): ConfigProblem[] {
  const name = basename(file, '.json');
  return [
    ...(dealer.slug === name ? [] : [unlikeFile(dealer.slug, name)]),
    ...checkDealer(dealer, leftOut).filter((finding) => !isMenuOfTemplate(layers, finding)),
  ].map((finding) => locateFinding(file, layers, finding));
}

/** CFG-03: findings of the schema, and of rules as far as they can be checked. */
function refused(
  file: string,
  { layers, isWhole, problems }: Sources,
  mistakes: readonly Mistake[],
): RefusedDealer {
  // Without its group file or preset, missing keys cannot be checked.
  const rest = isWhole ? withoutWrongKeys(mergeLayers(layers)) : undefined;
  return {
    file,
    rest: rest && { file, layers, ...rest },
    problems: mergeShared([
      ...problems,
      ...mistakes.map(({ finding, keys }) => locateFinding(file, layers, finding, keys)),
      ...(rest ? ruleFindings(file, layers, rest.dealer, rest.leftOut) : []),
    ]),
    isPartlyChecked: !rest || !mayJudgeAll(rest.leftOut),
  };
}

/** Resolves a dealer file: template, preset, group file, own keys and content files, then the strict schema and the rules. */
function resolveDealer(file: string, groups: GroupFiles): ResolvedDealer {
  const sources = readSources(file, groups);
  if (!('layers' in sources)) return { file, ...sources, isPartlyChecked: true };
  const { layers, isWhole } = sources;
  const parsed = parseSettings(mergeLayers(layers), { isPart: !isWhole });
  if ('mistakes' in parsed) return refused(file, sources, parsed.mistakes);
  const problems = mergeShared([...sources.problems, ...ruleFindings(file, layers, parsed.dealer)]);
  const sourced = { file, dealer: fillPlaceholders(withoutLoans(parsed.dealer)), layers };
  if (problems.length === 0) return sourced;
  return { file, problems, rest: { ...sourced, leftOut: [] }, isPartlyChecked: false };
}

type Clash = Finding & Pick<SourcedDealer, 'file' | 'layers'> & { rival?: string };

type Claim = { path: string; key: string; shown: string };

/** Values that must be unique across dealers. */
const claimsOf = ({ slug, hosts, previousHosts }: SourcedDealer['dealer']): Claim[] => [
  { path: 'slug', key: `slug ${slug}`, shown: slug },
  ...Object.entries({ hosts, previousHosts }).flatMap(([key, names]) =>
    names.map((host, at) => ({ path: `${key}.${at}`, key: `host ${host}`, shown: host })),
  ),
];

/** Owner of a slug or host: its dealer file, and whether it is published. */
type Owner = { file: string; published?: string };

/**
 * A published site keeps its hosts even while its file is invalid or missing; only a valid file without them frees
 * them.
 */
function publishedOwners(dealers: readonly SourcedDealer[], owners: HostOwners): Map<string, Owner> {
  const sound = new Map(dealers.map((each) => [each.dealer.slug, each]));
  const folder = dirname(dealers[0]?.file ?? '');
  const known = new Map<string, Owner>();
  for (const [host, slug] of owners) {
    const own = sound.get(slug);
    const key = `host ${host}`;
    if (own && !claimsOf(own.dealer).some((claim) => claim.key === key)) continue;
    known.set(key, { file: own?.file ?? join(folder, `${slug}.json`), published: slug });
  }
  return known;
}

function conflictText(file: string, shown: string, owner: Owner) {
  const name = JSON.stringify(shown);
  if (owner.file === file) {
    return {
      expected: 'each host once in a dealer file',
      received: `${name} again`,
      remedy: 'Keep one of the two.',
    };
  }
  const expected = 'a value no other dealer file has';
  if (owner.published === undefined) {
    const received = `${name}, which ${basename(owner.file)} also has`;
    return { expected, received, remedy: 'Change one of the two files.', rival: owner.file };
  }
  return {
    expected,
    received: `${name}, which is published as a host of "${owner.published}" (${basename(owner.file)})`,
    remedy: `Give ${basename(file)} hosts of its own. To move this one, remove it from ${basename(owner.file)} and build both dealers. A site whose file is gone gives it up with: npm run build -- --unpublish ${owner.published}`,
  };
}

/**
 * Rules across files: every slug and host belongs to one dealer. In a conflict, the published dealer keeps it, or else
 * the first.
 */
export function checkFleet(dealers: readonly SourcedDealer[], published: HostOwners = new Map()): Clash[] {
  const owners = publishedOwners(dealers, published);
  return dealers.flatMap(({ file, dealer, layers }) => {
    const seen = new Set<string>();
    return claimsOf(dealer).flatMap(({ path, key, shown }) => {
      const owner = owners.get(key) ?? { file };
      owners.set(key, owner);
      const isFirst = owner.file === file && !seen.has(key);
      seen.add(key);
      return isFirst ? [] : [{ file, layers, path, ...conflictText(file, shown, owner) }];
    });
  });
}

/** JSON schema files for editors are in the same folder. */
const SCHEMA_SUFFIX = '.schema.json';

type LoadedDealers = {
  /** Valid dealers in file name order, ready to serve: special days have been moved to their locations. */
  dealers: DealerConfig[];
  /** All mistakes; dealers with any are left out (CFG-03). */
  problems: ConfigProblem[];
};

export type DealerFiles = {
  /** All dealer files, valid or not, in order. */
  files: string[];
  /** Valid dealers with the layers of their settings, in file name order. */
  sound: SourcedDealer[];
  /** Dealers with mistakes, as far as their settings can be used. */
  partlySound: readonly PartlySoundDealer[];
  /** Group files referenced by dealer files. */
  groups: readonly GroupFile[];
  problems: ConfigProblem[];
  /** Dealer files for which some rules could not be checked because of other mistakes. */
  partlyChecked: readonly string[];
};

/** @throws Error if the folder cannot be read */
const dealerFiles = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json') && !name.endsWith(SCHEMA_SUFFIX))
    .sort()
    .map((name) => join(folder, name));

/** Resolves one dealer file; group files are next to it. */
export const loadDealer = (
  file: string,
  groups: GroupFiles = openGroupFiles(dirname(file)),
): ResolvedDealer => resolveDealer(file, groups);

/**
 * Reads every `*.json` directly in `folder`, except `*.schema.json`, and the group files they reference.
 * @param published hosts of published sites, which no other dealer may take
 * @throws Error if the folder cannot be read
 */
export function readDealerFiles(folder: string, published?: HostOwners): DealerFiles {
  const files = dealerFiles(folder);
  const groups = openGroupFiles(folder);
  const resolved = files.map((file) => resolveDealer(file, groups));
  const sound = resolved.flatMap((each) => ('dealer' in each ? [each] : []));
  const clashes = checkFleet(sound, published);
  const refused = new Set(clashes.map(({ file }) => file));
  return {
    files,
    sound: sound.filter(({ file }) => !refused.has(file)),
    partlySound: [
      ...resolved.flatMap((each) => ('problems' in each ? (each.rest ?? []) : [])),
      ...sound.filter(({ file }) => refused.has(file)).map((each) => ({ ...each, leftOut: [] })),
    ],
    groups: groups.read(),
    partlyChecked: resolved.flatMap((each) =>
      'problems' in each && each.isPartlyChecked ? [each.file] : [],
    ),
    problems: mergeShared([
      ...resolved.flatMap((each) => ('problems' in each ? each.problems : [])),
      ...clashes.map(({ file, layers, ...finding }) => locateFinding(file, layers, finding)),
    ]),
  };
}

/** @throws Error if the folder cannot be read */
export function loadDealers(folder: string, published?: HostOwners): LoadedDealers {
  const { sound, problems } = readDealerFiles(folder, published);
  return { dealers: sound.map(({ dealer }) => moveSpecialDays(dealer)), problems };
}

/** `--dealers-dir`, or DEALERS_DIR, or `dealers/`. */
export const dealersFolder = (fromOption?: string): string =>
  resolve(fromOption ?? process.env.DEALERS_DIR ?? 'dealers');
