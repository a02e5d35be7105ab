import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { type FilePlaces, PRIVATE_FILE } from '#src/platform/storage/object-storage.ts';

/** NDJSON without personal data: what to erase again after a restore. */
export const ERASURE_LOG = 'erasures.log';

/** A bucket appends to no file, so that each erasure is one of its own. */
const FOLDER = 'erasures/';
/** Erasures of saved searches, which are read before alerts are sent. */
const OF_SEARCHES = `${FOLDER}searches/`;
const READ_CONCURRENCY = 16;

const REASONS = ['request', 'retention', 'alerts stopped'] as const;
/** On request, or at the end of the retention period. */
export type ErasureReason = Exclude<(typeof REASONS)[number], 'alerts stopped'>;

const LineSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    /** A missing or unknown reason counts as a request, which erases the most. */
    reason: v.optional(v.fallback(v.picklist(REASONS), 'request'), 'request'),
    leadIds: v.array(v.string()),
    contactIds: v.optional(v.array(v.string())),
    searchIds: v.optional(v.array(v.string())),
    reservationIds: v.optional(v.array(v.string())),
  }),
);
export type LoggedErasure = v.InferOutput<typeof LineSchema>;

type Erasure = Readonly<Record<string, unknown>> & {
  at: string;
  reason: (typeof REASONS)[number];
  searchIds?: readonly string[];
};

/** @throws errors of the disk or StorageError; then nothing may be erased */
export async function appendErasure({ dataDir, storage }: FilePlaces, erasure: Erasure): Promise<void> {
  const line = `${JSON.stringify(erasure)}\n`;
  if (storage) {
    const key = `${erasure.searchIds ? OF_SEARCHES : FOLDER}${erasure.at}-${randomUUID()}.json`;
    return storage.put(key, Buffer.from(line), PRIVATE_FILE);
  }
  mkdirSync(dataDir, { recursive: true });
  appendFileSync(join(dataDir, ERASURE_LOG), line, { mode: 0o600, flush: true });
}

const linesIn = (text: string, name: string): LoggedErasure[] =>
  text.split('\n').flatMap((line, index) => {
    const read = v.safeParse(LineSchema, line);
    if (read.success) return read.output;
    if (line === '') return [];
    throw new Error(`Line ${index + 1} of ${name} cannot be read.`);
  });

/** With the log of the time before the bucket. */
async function readShared(
  storage: NonNullable<FilePlaces['storage']>,
  below: string,
): Promise<LoggedErasure[] | undefined> {
  const keys = (await storage.list(below)).map(({ key }) => key);
  if (await storage.head(ERASURE_LOG)) keys.push(ERASURE_LOG);
  if (keys.length === 0) return undefined;
  const erasures: LoggedErasure[] = [];
  const readAll = async () => {
    for (let key = keys.pop(); key !== undefined; key = keys.pop())
      erasures.push(...linesIn((await storage.get(key))?.toString() ?? '', key));
  };
  await Promise.all(Array.from({ length: READ_CONCURRENCY }, readAll));
  return erasures;
}

/**
 * @param which `searches` reads only what has erased saved searches, where that is stored by itself
 * @returns undefined if nothing was ever erased
 * @throws Error if a line is invalid
 */
export async function loggedErasures(
  { dataDir, storage }: FilePlaces,
  which?: 'searches',
): Promise<LoggedErasure[] | undefined> {
  if (storage) return readShared(storage, which === 'searches' ? OF_SEARCHES : FOLDER);
  const file = join(dataDir, ERASURE_LOG);
  return existsSync(file) ? linesIn(readFileSync(file, 'utf8'), file) : undefined;
}

/** @throws Error if nothing was ever erased, or a line is invalid */
export async function readErasures(places: FilePlaces): Promise<LoggedErasure[]> {
  const found = await loggedErasures(places);
  if (found) return found;
  const name = places.storage ? places.storage.name + FOLDER : join(places.dataDir, ERASURE_LOG);
  throw new Error(`No erasures are recorded in ${name}.`);
}
