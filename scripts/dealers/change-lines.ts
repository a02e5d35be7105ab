import * as v from 'valibot';
import { type DealerConfig, DealerConfigSchema } from '#src/config/dealer-config.ts';
import { entriesOf, itemOf, plainDescription, schemaAt } from '#src/config/schema-description.ts';
import { siteRoutes } from '#src/platform/routing/site-routes.ts';
import { printable } from '../command/command.ts';
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
  return [line(change), ...(what ? [`    ${plainDescription(what)}`] : [])];
}

function group(title: string, lines: readonly string[]): string[] {
  return lines.length > 0 ? ['', title, ...lines.map((text) => `  ${text}`)] : [];
}

/**
 * What an edit changes: routes, switches with their descriptions, texts. Each group begins with an empty line and its
 * title; the lines of a group are indented. None where nothing has changed.
 */
export function changeLines(before: DealerConfig, after: DealerConfig): string[] {
  const { $schema: _, ...was } = before;
  const { $schema: __, ...is } = after;
  const changes = settingChanges(was, is);
  const switches = changes.filter(({ keys }) => isSwitch(keys));
  const texts = changes.filter(({ keys }) => !isSwitch(keys));
  return [
    ...group('Routes', routeChanges(before, after)),
    ...group('Switches', switches.flatMap(switchLines)),
    ...group('Texts', texts.map(line)),
  ];
}
