import * as v from 'valibot';
import type { StatusEnvironment } from '#src/config/environment.ts';
import { plainReason } from '#src/platform/text/plain-reason.ts';
import { STATUS_PATH } from '#src/server/status/operator-access.ts';
import type { ServerFacts, StatusFacts } from '#src/server/status/status-facts.ts';

const ANSWER_MS = 3000;

const AnswerSchema = v.object({
  facts: v.object({
    // A server of an earlier release says less of them.
    engines: v.optional(
      v.array(
        v.object({
          name: v.string(),
          dealers: v.number(),
          vehicles: v.optional(v.number()),
          isAvailable: v.boolean(),
          diverted: v.number(),
          waiting: v.number(),
          moves: v.array(
            v.object({
              dealer: v.string(),
              state: v.picklist(['copying', 'leaving']),
              to: v.string(),
              since: v.string(),
            }),
          ),
        }),
      ),
    ),
    server: v.object({
      kind: v.literal('answered'),
      process: v.object({
        startedAt: v.string(),
        release: v.string(),
        refused: v.optional(
          v.object({ code: v.string(), reason: v.string(), since: v.string(), needsRestart: v.boolean() }),
        ),
        held: v.optional(
          v.array(
            v.object({
              dealer: v.string(),
              release: v.string(),
              code: v.string(),
              since: v.string(),
              isRefused: v.boolean(),
            }),
          ),
        ),
        failed: v.optional(v.array(v.object({ dealer: v.string(), reason: v.string(), since: v.string() }))),
        memory: v.object({ rssBytes: v.number(), heapUsedBytes: v.number(), heapLimitBytes: v.number() }),
        errors: v.object({ lastHour: v.number(), latest: v.optional(v.string()) }),
      }),
    }),
  }),
});

/** What the server says of itself; `engines` only where it accepts the token. */
export type AskedServer = { server: ServerFacts; engines: StatusFacts['engines'] | undefined };

/** A server that listens everywhere is asked on this machine. */
const addressOf = ({ HOST, PORT }: StatusEnvironment) => {
  const host = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
};

const ask = (url: string, headers: Record<string, string>) =>
  fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS) });

/** Statuses of a server that has a HEALTH_TOKEN, and not this one. */
const REFUSALS: readonly number[] = [401, 429];

/** What the status of the server says to this HEALTH_TOKEN; undefined where it has none. */
async function askStatus(address: string, token: string): Promise<AskedServer | undefined> {
  const response = await ask(`${address}${STATUS_PATH}`, {
    Accept: 'application/json',
    Authorization: `Bearer ${token}`,
  });
  const { status } = response;
  if (REFUSALS.includes(status)) return { server: { kind: 'refused', status }, engines: undefined };
  const parsed = response.ok ? v.safeParse(AnswerSchema, await response.json()) : undefined;
  if (!parsed?.success) return undefined;
  const { engines, server } = parsed.output.facts;
  const { errors, ...process } = server.process;
  return {
    engines: engines?.map((engine) => ({ ...engine, vehicles: engine.vehicles })),
    server: {
      kind: 'answered',
      process: { ...process, errors: { lastHour: errors.lastHour, latest: errors.latest } },
    },
  };
}

/** Asks the server of this environment what only it knows. */
export async function askServer(place: StatusEnvironment, from?: string): Promise<AskedServer> {
  const address = from ?? addressOf(place);
  try {
    const shown = place.HEALTH_TOKEN === '' ? undefined : await askStatus(address, place.HEALTH_TOKEN);
    if (shown) return shown;
    const health = await ask(`${address}/health`, {});
    if (health.status === 200) return { server: { kind: 'alive' }, engines: undefined };
    return {
      server: { kind: 'silent', address, reason: `it responds ${health.status}` },
      engines: undefined,
    };
  } catch (error) {
    return { server: { kind: 'silent', address, reason: plainReason(error) }, engines: undefined };
  }
}
