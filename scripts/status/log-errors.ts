import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import * as v from 'valibot';
import { HOUR_MS } from '#src/platform/time/duration.ts';
import type { ErrorFacts } from '#src/server/status/status-facts.ts';

/** In place of a file. */
const STANDARD_INPUT = '-';
/** Pino's level of errors. */
const ERROR = 50;
const MESSAGES_SHOWN = 3;

const LineSchema = v.object({
  level: v.pipe(v.number(), v.minValue(ERROR)),
  time: v.number(),
  msg: v.optional(v.string(), ''),
});

function readLine(line: string): v.InferOutput<typeof LineSchema> | undefined {
  try {
    const parsed = v.safeParse(LineSchema, JSON.parse(line));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Errors of the last hour in a log file, of all processes that write to it. Lines of other programs are skipped.
 * @param file "-" is the standard input
 * @throws Error if the file cannot be read
 */
export async function logErrors(file: string, now: Date): Promise<ErrorFacts & { file: string }> {
  const since = now.getTime() - HOUR_MS;
  const counts = new Map<string, number>();
  let latest: number | undefined;
  let lastHour = 0;
  for await (const text of createInterface({
    input: file === STANDARD_INPUT ? process.stdin : createReadStream(file),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    const line = text.includes('"level"') ? readLine(text) : undefined;
    if (!line) continue;
    latest = Math.max(latest ?? 0, line.time);
    if (line.time < since) continue;
    lastHour += 1;
    counts.set(line.msg, (counts.get(line.msg) ?? 0) + 1);
  }
  const messages = [...counts]
    .map(([message, count]) => ({ message, count }))
    .sort((a, b) => b.count - a.count)
    .slice(0, MESSAGES_SHOWN);
  return {
    file: file === STANDARD_INPUT ? 'the standard input' : file,
    lastHour,
    latest: latest === undefined ? undefined : new Date(latest).toISOString(),
    messages,
  };
}
