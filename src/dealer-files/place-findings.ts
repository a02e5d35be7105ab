import { basename } from 'node:path';
import { type ContentPart, type Layer, ownerAt, partAt } from './layers.ts';
import type { ConfigProblem, Finding } from './problem.ts';

/** In a file of its own, a place is known by its line; the path is that inside the file. */
function inPart(part: ContentPart, finding: Finding, keys: readonly string[]): ConfigProblem {
  const { line, path } = part.placeOf(keys.slice(part.keys.length));
  return { ...finding, file: part.file, path, line: line + (finding.line ?? 1) - 1 };
}

/**
 * Names the file in which to fix a mistake: the one that sets the value, else the dealer's own.
 * @param keys the path in parts, where a key may hold a dot
 */
export function locateFinding(
  file: string,
  layers: readonly Layer[],
  finding: Finding,
  keys: readonly string[] = finding.path.split('.'),
): ConfigProblem {
  const layer = ownerAt(layers, keys)?.layer;
  const part = layer && partAt(layer, keys);
  if (part) return inPart(part, finding, keys);
  const { line: _, ...words } = finding;
  if (!layer || layer.file === file) return { file, ...words };
  if (layer.file !== undefined) return { ...words, file: layer.file, affects: [basename(file)] };
  return { ...words, file, received: `${finding.received} (from ${layer.origin})` };
}

/** The same mistake of a shared file is reported once, with all the dealers it leaves out. */
export function mergeShared(problems: readonly ConfigProblem[]): ConfigProblem[] {
  const gathered = new Map<string, { problem: ConfigProblem; affects: Set<string> }>();
  for (const problem of problems) {
    const { affects = [], ...words } = problem;
    const key = JSON.stringify([words.file, words.path, words.line, words.expected, words.received]);
    const known = gathered.get(key) ?? { problem: words, affects: new Set() };
    for (const file of affects) known.affects.add(file);
    gathered.set(key, known);
  }
  return [...gathered.values()].map(({ problem, affects }) =>
    affects.size > 0 ? { ...problem, affects: [...affects] } : problem,
  );
}
