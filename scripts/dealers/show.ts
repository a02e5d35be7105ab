import { DealerConfigSchema } from '#src/config/dealer-config.ts';
import { entriesOf, schemaAt } from '#src/config/schema-description.ts';
import { formatProblem, nearestWord } from '#src/dealer-files/config-problem.ts';
import { loadDealer } from '#src/dealer-files/load-dealers.ts';
import { type Provenance, provenanceOf } from '#src/dealer-files/settings-layers.ts';
import { columns, type Terminal } from '../command/command.ts';
import type { Request } from './arguments.ts';
import { dealerFile } from './dealer-file.ts';

const isBelow = ({ path }: Provenance, at: string) => path === at || path.startsWith(`${at}.`);

/** Why a path shows nothing. */
function nothingAt(path: string): string {
  const keys = path.split('.');
  if (schemaAt(DealerConfigSchema, keys)) return `"${path}" is not set.`;
  const above = schemaAt(DealerConfigSchema, keys.slice(0, -1));
  const known = Object.keys((above && entriesOf(above)) ?? {});
  const meant = nearestWord(keys.at(-1) ?? '', known);
  const full = meant && [...keys.slice(0, -1), meant].join('.');
  return `There is no setting "${path}".${full ? ` Did you mean "${full}"?` : ''}`;
}

/** `show <slug> [path]`: every value in force with its source. @returns the exit code */
export function runShow({ words: [slug = '', path], dealersDir, json }: Request, terminal: Terminal): number {
  const loaded = loadDealer(dealerFile(dealersDir, slug));
  if ('problems' in loaded) {
    for (const problem of loaded.problems) terminal.error(`${formatProblem(problem)}\n`);
    return 1;
  }
  const all = provenanceOf(loaded.layers, loaded.dealer);
  const shown = path === undefined ? all : all.filter((each) => isBelow(each, path));
  if (shown.length === 0 && path !== undefined) {
    terminal.error(nothingAt(path));
    return 1;
  }
  if (json) terminal.log(JSON.stringify(shown, null, 2));
  else terminal.log(columns(shown.map((each) => [each.path, each.origin, JSON.stringify(each.value)])));
  return 0;
}
