import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

/** NDJSON without personal data: what to erase again after a restore. */
export const ERASURE_LOG = 'erasures.log';

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

export function appendErasure(
  dataDir: string,
  erasure: Readonly<Record<string, unknown>> & { at: string; reason: (typeof REASONS)[number] },
): void {
  mkdirSync(dataDir, { recursive: true });
  const line = `${JSON.stringify(erasure)}\n`;
  appendFileSync(join(dataDir, ERASURE_LOG), line, { mode: 0o600, flush: true });
}

/** Whether anything was ever erased. */
export const hasErasures = (dataDir: string): boolean => existsSync(join(dataDir, ERASURE_LOG));

/** @throws Error if nothing was ever erased, or a line is invalid */
export function readErasures(dataDir: string): LoggedErasure[] {
  const file = join(dataDir, ERASURE_LOG);
  if (!hasErasures(dataDir)) throw new Error(`No erasures are recorded in ${file}.`);
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      const read = v.safeParse(LineSchema, line);
      if (read.success) return read.output;
      if (line === '') return [];
      throw new Error(`Line ${index + 1} of ${file} cannot be read.`);
    });
}
