import * as v from 'valibot';

/** The engine at MEILI_HOST, where commands and reports name engines. */
export const SHARED_ENGINE = 'shared';

/** Keys may be empty: `key` where other processes index, `searchKey` where one key does both. */
export type NamedEngine = { name: string; host: string; key: string; searchKey: string };

const ENGINES = /^\s*(?:[a-z][a-z0-9-]{0,30}=https?:\/\/\S+(?:\s+|$))*$/;
const ENGINES_HINT =
  'names and addresses, separated by spaces, e.g. "east=https://east.example.com west=https://west.example.com"; a name has lower-case letters, digits and hyphens';

const engineList = (text: string): NamedEngine[] =>
  text.split(/\s+/).flatMap((entry) => {
    const [name = '', ...address] = entry.split('=');
    return name === '' ? [] : [{ name, host: address.join('=').replace(/\/+$/, ''), key: '', searchKey: '' }];
  });

const isPlainAddress = ({ host }: NamedEngine): boolean =>
  URL.canParse(host) && new URL(host).username === '' && new URL(host).password === '';

const isDistinct = (values: readonly string[]): boolean => new Set(values).size === values.length;

export const SEARCH_VARIABLES = {
  MEILI_HOST: v.optional(
    v.pipe(
      v.string(),
      v.url('the address of Meilisearch'),
      v.description('Address of the Meilisearch that all dealers share'),
    ),
    'http://127.0.0.1:7700',
  ),
  MEILI_KEY: v.optional(
    v.pipe(
      v.string(),
      v.description(
        'Key with which imports write to MEILI_HOST; without MEILI_SEARCH_KEY also the one that searches. `npm run stock -- engines keys` creates both',
      ),
    ),
    '',
  ),
  MEILI_SEARCH_KEY: v.optional(
    v.pipe(
      v.string(),
      v.description(
        'Key with search rights alone for MEILI_HOST. A process without MEILI_KEY searches, and leaves the index to others',
      ),
    ),
    '',
  ),
  MEILI_MASTER_KEY: v.optional(
    v.pipe(
      v.string(),
      v.description(
        'Master key of a Meilisearch, for `npm run stock -- engines keys` alone: no other process needs it',
      ),
    ),
    '',
  ),
  MEILI_INDEX: v.optional(
    v.pipe(v.string(), v.description('Name of the vehicle index, on each engine')),
    'vehicles',
  ),
  MEILI_ENGINES: v.optional(
    v.pipe(
      v.string(),
      v.description(
        'Further search engines, for groups of dealers: "east=https://east.example.com west=https://west.example.com". The keys of "east" are in MEILI_KEY_EAST and MEILI_SEARCH_KEY_EAST. `npm run stock -- engines move` puts a dealer on one',
      ),
      v.regex(ENGINES, ENGINES_HINT),
      v.transform(engineList),
      v.check((engines) => engines.every(isPlainAddress), ENGINES_HINT),
      v.check(
        (engines) =>
          isDistinct([SHARED_ENGINE, ...engines.map(({ name }) => name)]) &&
          isDistinct(engines.map(({ host }) => host)),
        `a name and an address for each engine that no other has; "${SHARED_ENGINE}" is the one at MEILI_HOST`,
      ),
    ),
    '',
  ),
  MEILI_NEW_DEALERS: v.optional(
    v.pipe(
      v.string(),
      v.description(
        `Engine of MEILI_ENGINES that dealers are put on when their stock is first imported, or "${SHARED_ENGINE}"`,
      ),
    ),
    SHARED_ENGINE,
  ),
};

type SearchVariables = { MEILI_HOST: string; MEILI_ENGINES: NamedEngine[]; MEILI_NEW_DEALERS?: string };

/** "MEILI_KEY_EAST" and "MEILI_SEARCH_KEY_EAST" for the engine "east". */
export function keyVariables(engine: string): { key: string; searchKey: string } {
  const end = engine === SHARED_ENGINE ? '' : `_${engine.toUpperCase().replaceAll('-', '_')}`;
  return { key: `MEILI_KEY${end}`, searchKey: `MEILI_SEARCH_KEY${end}` };
}

export const isEngineKey = (name: string): boolean => /^MEILI_(?:SEARCH_)?KEY_/.test(name);

/** Adds the keys of the named engines. @returns what is wrong, without values, since some are secrets */
export function addEngineKeys(found: SearchVariables, from: Record<string, string | undefined>): string[] {
  const problems: string[] = [];
  for (const engine of found.MEILI_ENGINES) {
    const names = keyVariables(engine.name);
    engine.key = from[names.key] ?? '';
    engine.searchKey = from[names.searchKey] ?? '';
    if (engine.key === '' && engine.searchKey === '')
      problems.push(
        `  ${names.key} is not set: it takes the key that writes to the engine "${engine.name}" of MEILI_ENGINES, or ${names.searchKey} one that only searches it`,
      );
    if (engine.host === found.MEILI_HOST.replace(/\/+$/, ''))
      problems.push(
        `  MEILI_ENGINES: expected another address for "${engine.name}" than MEILI_HOST, whose engine is "${SHARED_ENGINE}"`,
      );
  }
  const byDefault = found.MEILI_NEW_DEALERS ?? SHARED_ENGINE;
  const known = [SHARED_ENGINE, ...found.MEILI_ENGINES.map(({ name }) => name)];
  if (!known.includes(byDefault))
    problems.push(`  MEILI_NEW_DEALERS: expected one of the engines ${known.join(', ')}`);
  return problems;
}
