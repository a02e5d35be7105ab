import { basename } from 'node:path';
import * as v from 'valibot';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { SlugSchema } from '#src/config/sections/primitives.ts';
import { TEMPLATE_NAMES, type TemplateName } from '#src/config/sections/theme.ts';
import type { JsonObject } from '#src/domain/json-object.ts';
import { TEMPLATES } from '#src/theme/template-settings.ts';
import { checkDealer, mayJudgeAll } from './checks/check-dealer.ts';
import { readContentLayer } from './content-files/content-layer.ts';
import { type GroupFiles, unknownGroup } from './group-file.ts';
import { readJsonObject } from './json-file.ts';
import { type Layer, mergeLayers, ownerAt } from './layers.ts';
import { withNamesInWords } from './names-in-words.ts';
import { didYouMean } from './nearest.ts';
import { type Mistake, parseSettings } from './parse-settings.ts';
import { locateFinding, mergeShared } from './place-findings.ts';
import { type ConfigProblem, describeReceived, type Finding } from './problem.ts';
import { type PartlySound, withoutWrongKeys } from './without-wrong-keys.ts';

/** A dealer with the sources of its settings, lowest first. */
export type SourcedDealer = { file: string; dealer: DealerConfig; layers: readonly Layer[] };

/** A dealer with mistakes, without the keys that are wrong. */
export type PartlySoundDealer = SourcedDealer & Pick<PartlySound, 'leftOut'>;

export type RefusedDealer = {
  file: string;
  problems: ConfigProblem[];
  /** Absent where a wrong value is required. */
  rest?: PartlySoundDealer | undefined;
  /** Rules across settings have not all been checked, because of other mistakes. */
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

/** A template's menus hold more than most dealers have; each site shows the entries it has. */
const isMenuOfTemplate = (layers: readonly Layer[], { path }: Finding): boolean =>
  path.startsWith('navigation.') && ownerAt(layers, path.split('.'))?.layer.file === undefined;

/** The sources below a dealer's own values. */
function sourcesBelow(template: TemplateName, own: JsonObject, groups: GroupFiles) {
  const base: Layer = { origin: `template ${template}`, values: TEMPLATES[template] };
  const group = v.is(SlugSchema, own.group) ? groups.named(own.group) : undefined;
  const layers = group?.layer ? [base, group.layer] : [base];
  const unknown = group?.missing ? [unknownGroup(group, String(own.group))] : [];
  return { layers, problems: group?.problems ?? [], unknown, isWhole: !group || group.layer !== undefined };
}

type Sources = { layers: readonly Layer[]; isWhole: boolean; problems: ConfigProblem[] };

/** The sources of a dealer's settings, and what is wrong with the files themselves. */
function readSources(file: string, groups: GroupFiles): Sources | { problems: ConfigProblem[] } {
  const read = readJsonObject(file);
  if ('problem' in read) return { problems: [read.problem] };
  const own = read.value;
  if (!isTemplateName(own.template)) {
    return { problems: [...read.problems, { file, ...unknownTemplate(own.template) }] };
  }
  const below = sourcesBelow(own.template, own, groups);
  const written: Layer[] = [...below.layers, { origin: basename(file), file, values: own }];
  const content = readContentLayer(file, mergeLayers(written));
  const problems = [
    ...below.problems.map((problem) => ({ ...problem, affects: [basename(file)] })),
    ...below.unknown.map((finding) => ({ file, ...finding })),
    ...read.problems,
    ...content.problems,
  ];
  const layers = content.layer ? [...written, content.layer] : written;
  return { layers, isWhole: below.isWhole, problems };
}

/** A dealer's settings as they are written, valid or not; undefined for a file that cannot be read. */
export function writtenSettings(file: string, groups: GroupFiles): JsonObject | undefined {
  const sources = readSources(file, groups);
  return 'layers' in sources ? mergeLayers(sources.layers) : undefined;
}

/** What the rules across settings find. @param leftOut places without the values of the file */
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

/** CFG-03: beside what the schema refuses, what the rules find as far as they can be judged. */
function refused(
  file: string,
  { layers, isWhole, problems }: Sources,
  mistakes: readonly Mistake[],
): RefusedDealer {
  // Without its group file, missing keys cannot be judged.
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

/**
 * Resolves one dealer file: template, group file, the file's own keys, its content files, then the strict schema and the
 * rules across keys.
 */
export function resolveDealer(file: string, groups: GroupFiles): ResolvedDealer {
  const sources = readSources(file, groups);
  if (!('layers' in sources)) return { file, ...sources, isPartlyChecked: true };
  const { layers, isWhole } = sources;
  const parsed = parseSettings(mergeLayers(layers), { isPart: !isWhole });
  if ('mistakes' in parsed) return refused(file, sources, parsed.mistakes);
  const problems = mergeShared([...sources.problems, ...ruleFindings(file, layers, parsed.dealer)]);
  const sourced = { file, dealer: withNamesInWords(parsed.dealer), layers };
  if (problems.length === 0) return sourced;
  return { file, problems, rest: { ...sourced, leftOut: [] }, isPartlyChecked: false };
}
