import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Meilisearch } from 'meilisearch';
import { type RunningMeilisearch, startMeilisearch } from '../../programs/meilisearch.ts';

/** The engine takes 100 MB at once. */
const DOCUMENTS_AT_ONCE = 20_000;
const INDEXING_TIMEOUT_MS = 1_800_000;

type Document = { id: string; dealer: string };
type Settings = Record<string, unknown>;

const open = ({ host, key }: RunningMeilisearch) => new Meilisearch({ host, apiKey: key });

async function allDocuments(from: Meilisearch, index: string): Promise<Document[]> {
  const { total } = await from
    .index(index)
    .getStats()
    .then(({ numberOfDocuments }) => ({ total: numberOfDocuments }));
  const { results } = await from.index(index).getDocuments<Document>({ limit: total });
  return results;
}

/** The same vehicles at other dealers, until there are as many as asked for. */
function* fleet(documents: readonly Document[], vehicles: number): Generator<Document> {
  for (let at = 0; at < vehicles; at += 1) {
    const document = documents[at % documents.length];
    const round = Math.floor(at / documents.length);
    if (!document) return;
    yield round === 0
      ? document
      : { ...document, id: `${document.id}-${round}`, dealer: `${document.dealer}-${round}` };
  }
}

/**
 * A search engine of its own with an index of so many vehicles: those of the demo, and the same at other dealers.
 * Its data goes with `stop`.
 */
export async function startFleetIndex(
  demo: RunningMeilisearch,
  index: string,
  vehicles: number,
): Promise<RunningMeilisearch> {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-fleet-'));
  const engine = await startMeilisearch(folder);
  const stop = async () => {
    await engine.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const [from, to] = [open(demo), open(engine)];
    const settings = (await from.index(index).getSettings()) as Settings;
    const wait = { timeout: INDEXING_TIMEOUT_MS };
    await to.createIndex(index, { primaryKey: 'id' }).waitTask(wait);
    await to.index(index).updateSettings(settings).waitTask(wait);
    let batch: Document[] = [];
    const send = async () => {
      if (batch.length > 0) await to.index(index).addDocuments(batch).waitTask(wait);
      batch = [];
    };
    for (const document of fleet(await allDocuments(from, index), vehicles)) {
      batch.push(document);
      if (batch.length >= DOCUMENTS_AT_ONCE) await send();
    }
    await send();
    return { ...engine, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
