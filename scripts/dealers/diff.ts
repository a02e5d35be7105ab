import * as v from 'valibot';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { DealerConfigSchema } from '#src/config/dealer-config.ts';
import { entriesOf, itemOf, schemaAt } from '#src/config/schema-at.ts';
import { loadDealer } from '#src/dealer-files/load-dealers.ts';
import { formatProblem } from '#src/dealer-files/problem.ts';
import type { ResolvedDealer } from '#src/dealer-files/resolve-dealer.ts';
import { siteRoutes } from '#src/routing/site-routes.ts';
import { printable, type Terminal } from '../command/command.ts';
import type { Request } from './arguments.ts';
import { dealerFile } from './dealer-file.ts';
import { formerFile } from './git-file.ts';
import { type SettingChange, settingChanges } from './setting-changes.ts';

const byPage = (dealer: DealerConfig) => new Map(siteRoutes(dealer).map((route) => [route.internal, route]));

/** Addresses that appear, disappear or move, a line each. */
function routeChanges(before: DealerConfig, after: DealerConfig): string[] {
  const [was, is] = [byPage(before), byPage(after)];
  const gone = [...was].filter(([page]) => !is.has(page)).map(([, { path }]) => `- ${path}`);
  const added = [...is].filter(([page]) => !was.has(page)).map(([, { path }]) => `+ ${path}`);
  const moved = [...is].flatMap(([page, { path }]) => {
    const old = was.get(page)?.path;
    return old === undefined || old === path ? [] : [`  ${old} → ${path}`];
  });
  return [...gone, ...added, ...moved];
}

const SAME_BASIS = 'Both sides use today’s templates and defaults.';

const SWITCH_TYPES = new Set(['boolean', 'number', 'picklist', 'union']);

/** A switch has a few values; texts, colours and entries of lists have any. */
function isSwitch(keys: readonly string[]): boolean {
  const schema = schemaAt(DealerConfigSchema, keys);
  const kind = schema && (itemOf(schema) ?? schema);
  return kind !== undefined && SWITCH_TYPES.has(kind.type) && !entriesOf(kind);
}

const LONG = 100;
function shown(value: unknown): string {
  if (value === undefined) return 'not set';
  const text = JSON.stringify(value);
  return printable(text.length > LONG ? `${text.slice(0, LONG)}…` : text);
}

const line = ({ place, before, after }: SettingChange) => `${place}: ${shown(before)} → ${shown(after)}`;

function switchLines(change: SettingChange): string[] {
  const schema = schemaAt(DealerConfigSchema, change.keys);
  const what = schema && v.getDescription(schema);
  return [line(change), ...(what ? [`    ${what}`] : [])];
}

function group(title: string, lines: readonly string[]): string[] {
  return lines.length > 0 ? ['', title, ...lines.map((text) => `  ${text}`)] : [];
}

/** Changes for visitors of the site, then for its operators. */
function changeLines(before: ResolvedDealer, after: ResolvedDealer): string[] {
  if (!('dealer' in before && 'dealer' in after)) return [];
  const { $schema: _, ...was } = before.dealer;
  const { $schema: __, ...is } = after.dealer;
  const changes = settingChanges(was, is);
  const switches = changes.filter(({ keys }) => isSwitch(keys));
  const texts = changes.filter(({ keys }) => !isSwitch(keys));
  return [
    ...group('Routes', routeChanges(before.dealer, after.dealer)),
    ...group('Switches', switches.flatMap(switchLines)),
    ...group('Texts', texts.map(line)),
  ];
}

function tellProblems(resolved: ResolvedDealer, terminal: Terminal, introduction: string): boolean {
  if ('dealer' in resolved) return false;
  terminal.error(`${introduction}\n`);
  for (const problem of resolved.problems) terminal.error(`${formatProblem(problem)}\n`);
  return true;
}

/** `diff <slug> [git ref]`. @returns the exit code */
export function runDiff(request: Request, terminal: Terminal): number {
  const [slug = '', reference = 'HEAD'] = request.words;
  const file = dealerFile(request.dealersDir, slug);
  const former = formerFile(file, reference);
  try {
    const [before, after] = [loadDealer(former.file), loadDealer(file)];
    const isBroken = [
      tellProblems(after, terminal, 'The file has mistakes, so nothing can be compared:'),
      tellProblems(before, terminal, `As of ${reference} the file has mistakes by today’s rules:`),
    ].includes(true);
    if (isBroken) return 1;
    const lines = changeLines(before, after);
    terminal.log(
      lines.length === 0
        ? `"${slug}" has not changed since ${reference}. ${SAME_BASIS}`
        : [`"${slug}" since ${reference}. ${SAME_BASIS}`, ...lines].join('\n'),
    );
    return 0;
  } finally {
    former.remove();
  }
}
