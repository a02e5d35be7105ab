import { AsyncLocalStorage } from 'node:async_hooks';

/** Response of an external service. `reason` never contains its text. */
type ServiceResponse =
  | { kind: 'answered'; body: unknown }
  /** 404. */
  | { kind: 'nothing' }
  | { kind: 'unavailable'; reason: string };

export type Service = { url: string; key: string; timeoutMs?: number };

type RequestOptions = {
  /** Aborted once the shopper has disconnected. */
  signal?: AbortSignal | undefined;
  headers?: Readonly<Record<string, string>>;
};

/** For both attempts together. */
export const SERVICE_TIMEOUT_MS = 8000;
/** Reason after an abort. */
export const CANCELLED = 'cancelled';
const MAX_RESPONSE_BYTES = 64 * 1024;
const TRIES = 2;

async function readCapped(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_RESPONSE_BYTES) throw new Error('the response is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function callOnce(
  { url, key }: Service,
  path: string,
  question: object,
  { signal, headers }: RequestOptions & { signal: AbortSignal },
): Promise<ServiceResponse & { again?: boolean }> {
  try {
    const response = await fetch(`${url.replace(/\/$/, '')}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        authorization: `Bearer ${key}`,
        ...headers,
      },
      body: JSON.stringify(question),
      redirect: 'error',
      signal,
    });
    if (!response.ok) {
      await response.body?.cancel().catch(() => undefined);
      if (response.status === 404) return { kind: 'nothing' };
      return { kind: 'unavailable', reason: `HTTP ${response.status}`, again: response.status >= 500 };
    }
    const text = await readCapped(response);
    try {
      return { kind: 'answered', body: JSON.parse(text) as unknown };
    } catch {
      return { kind: 'unavailable', reason: 'the response is not JSON' };
    }
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'TimeoutError') return { kind: 'unavailable', reason: 'no response in time' };
    if (name === 'AbortError') return { kind: 'unavailable', reason: CANCELLED };
    return { kind: 'unavailable', reason: 'no connection', again: true };
  }
}

/** Posts JSON; retries once after a transient failure, within one timeout. Never rejects. */
export async function callService(
  service: Service,
  path: string,
  question: object,
  { signal: caller, headers = {} }: RequestOptions = {},
): Promise<ServiceResponse> {
  if (caller?.aborted) return { kind: 'unavailable', reason: CANCELLED };
  const limit = AbortSignal.timeout(service.timeoutMs ?? SERVICE_TIMEOUT_MS);
  const signal = caller ? AbortSignal.any([limit, caller]) : limit;
  let last: ServiceResponse = { kind: 'unavailable', reason: 'no connection' };
  for (let tried = 0; tried < TRIES && !signal.aborted; tried += 1) {
    const { again = false, ...answer } = await callOnce(service, path, question, { signal, headers });
    last = answer;
    if (!again) break;
  }
  return last;
}

/** Circuit breaker: avoids waiting for an unavailable service. */
export type Breaker = {
  /** Whether the service is known to be unavailable. */
  isOpen(): boolean;
  /** Number of calls that used the fallback. */
  diverted(): number;
  /** Runs `work` and reports whether any call inside it used the fallback. */
  tally<T>(work: () => Promise<T>): Promise<{ value: T; isDiverted: boolean }>;
  /** Runs `attempt`, or `otherwise` if the service is unavailable or fails. Errors of `otherwise` are thrown. */
  call<T>(attempt: () => Promise<T>, otherwise: () => Promise<T>): Promise<T>;
  /** Probes the service, and opens or closes the breaker accordingly. */
  check(): Promise<void>;
  stop(): void;
};

type BreakerOptions = {
  /** Resolves if the service works; must reject within a timeout if not. */
  probe: () => Promise<unknown>;
  /** Errors that count as failures of the service; others are rethrown. */
  isFailure: (error: unknown) => boolean;
  /** Failures that mean the service is unavailable, rather than that it rejects one request. */
  isOutage?: (error: unknown) => boolean;
  /** Called when the breaker opens, with the error, and when it closes. */
  onChange?: (open: boolean, error?: unknown) => void;
  failuresToOpen?: number;
  probeEveryMs?: number;
};

/** Shared by all breakers: a response may depend on several services. */
const tallies = new AsyncLocalStorage<{ isDiverted: boolean }>();

const FAILURES_TO_OPEN = 3;
const PROBE_EVERY_MS = 1000;

/**
 * A circuit breaker. After consecutive failures, a separate probe decides whether it opens, and later when it closes:
 * requests are not used as probes, and slow expensive calls do not open it.
 */
export function createBreaker(options: BreakerOptions): Breaker {
  const { probe, isFailure, isOutage = () => true, onChange } = options;
  const { failuresToOpen = FAILURES_TO_OPEN } = options;
  let failuresInARow = 0;
  let diverted = 0;
  let timer: NodeJS.Timeout | undefined;

  function open(error: unknown): void {
    if (timer) return;
    timer = setTimeout(again, options.probeEveryMs ?? PROBE_EVERY_MS).unref();
    onChange?.(true, error);
  }

  function close(): void {
    failuresInARow = 0;
    if (!timer) return;
    clearTimeout(timer);
    timer = undefined;
    onChange?.(false);
  }

  let confirming: Promise<void> | undefined;

  /** Expensive calls can be slow while the service is healthy, so a probe decides. */
  function confirm(error: unknown): void {
    if (confirming || timer) return;
    confirming = probe()
      .then(
        () => {
          failuresInARow = 0;
        },
        () => open(error),
      )
      .finally(() => {
        confirming = undefined;
      });
  }

  async function again(): Promise<void> {
    try {
      await probe();
    } catch {
      if (timer) timer = setTimeout(again, options.probeEveryMs ?? PROBE_EVERY_MS).unref();
      return;
    }
    close();
  }

  return {
    isOpen: () => timer !== undefined,
    diverted: () => diverted,
    async tally(work) {
      const around = tallies.getStore();
      const tally = { isDiverted: false };
      const value = await tallies.run(tally, work);
      if (around && tally.isDiverted) around.isDiverted = true;
      return { value, isDiverted: tally.isDiverted };
    },
    async call(attempt, otherwise) {
      if (timer === undefined) {
        try {
          const answer = await attempt();
          failuresInARow = 0;
          return answer;
        } catch (error) {
          if (!isFailure(error)) throw error;
          if (isOutage(error)) failuresInARow += 1;
          if (failuresInARow >= failuresToOpen) confirm(error);
        }
      }
      diverted += 1;
      const tally = tallies.getStore();
      if (tally) tally.isDiverted = true;
      return otherwise();
    },
    check: () => probe().then(close, open),
    stop: () => clearTimeout(timer),
  };
}
