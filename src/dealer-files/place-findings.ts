import { basename } from 'node:path';
import { type Layer, ownerAt } from './layers.ts';
import type { ConfigProblem, Finding } from './problem.ts';

/**
 * Names the file in which to fix a mistake: the one that sets the value, else the dealer's own.
 * @param keys the path in parts, where a key may hold a dot
 */
export function placeFinding(
  file: string,
  layers: readonly Layer[],
  finding: Finding,
  keys: readonly string[] = finding.path.split('.'),
): ConfigProblem {
  const layer = ownerAt(layers, keys)?.layer;
  if (!layer || layer.file === file) return { file, ...finding };
  if (layer.file !== undefined) return { ...finding, file: layer.file, affects: [basename(file)] };
  return { ...finding, file, received: `${finding.received} (from ${layer.origin})` };
}

/** The same mistake of a shared file is reported once, with all the dealers it leaves out. */
export function gatherShared(problems: readonly ConfigProblem[]): ConfigProblem[] {
  const gathered = new Map<string, { problem: ConfigProblem; affects: Set<string> }>();
  for (const problem of problems) {
    const { affects = [], ...words } = problem;
    const key = JSON.stringify([words.file, words.path, words.expected, words.received]);
    const known = gathered.get(key) ?? { problem: words, affects: new Set() };
    for (const file of affects) known.affects.add(file);
    gathered.set(key, known);
  }
  return [...gathered.values()].map(({ problem, affects }) =>
    affects.size > 0 ? { ...problem, affects: [...affects] } : problem,
  );
}
