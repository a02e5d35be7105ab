import { type Key, type KeyCreation, Meilisearch } from 'meilisearch';

type NewKey = Pick<KeyCreation, 'name' | 'description' | 'actions' | 'indexes'> & { name: string };

/** PLAT-56: what `serve` needs, and what imports need, and no more. */
const keysOf = (index: string): { key: NewKey; searchKey: NewKey } => ({
  searchKey: {
    name: `Forecourt: search ${index}`,
    description: 'For processes that serve shoppers',
    actions: ['search'],
    indexes: [index],
  },
  key: {
    name: `Forecourt: write ${index}`,
    description: 'For processes that import stock',
    actions: [
      'search',
      'documents.add',
      'documents.get',
      'documents.delete',
      'indexes.create',
      'indexes.get',
      'indexes.delete',
      'indexes.swap',
      'settings.get',
      'settings.update',
      'tasks.get',
    ],
    indexes: [index, `${index}-next-*`],
  },
});

const KEYS_PER_PAGE = 1000;

const isAlike = (known: Key, wanted: NewKey): boolean =>
  known.name === wanted.name &&
  `${known.actions.toSorted()} ${known.indexes.toSorted()}` ===
    `${wanted.actions.toSorted()} ${wanted.indexes.toSorted()}`;

/**
 * Creates the two keys of an index, or finds those it created before.
 * @throws errors of Meilisearch
 */
export async function createEngineKeys(engine: {
  host: string;
  masterKey: string;
  index: string;
}): Promise<{ key: string; searchKey: string }> {
  const client = new Meilisearch({ host: engine.host, apiKey: engine.masterKey });
  const { results } = await client.getKeys({ limit: KEYS_PER_PAGE });
  const keyFor = async (wanted: NewKey): Promise<string> => {
    const known = results.find((each) => isAlike(each, wanted));
    return (known ?? (await client.createKey({ ...wanted, expiresAt: null }))).key;
  };
  const { key, searchKey } = keysOf(engine.index);
  return { key: await keyFor(key), searchKey: await keyFor(searchKey) };
}
