/** The response of an external service. `reason` never contains its text. */
export type ServiceResponse =
  | { kind: 'answered'; body: unknown }
  /** It knows nothing of the kind: 404. */
  | { kind: 'nothing' }
  | { kind: 'unavailable'; reason: string };

export type Service = { url: string; key: string; timeoutMs?: number };

type Asking = {
  /** Cancels the request: the shopper no longer waits for it. */
  signal?: AbortSignal | undefined;
  headers?: Readonly<Record<string, string>>;
};

/** For both tries together: a shopper waits. */
export const SERVICE_TIMEOUT_MS = 8000;
/** The reason after `signal` cancelled the request. */
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

async function askOnce(
  { url, key }: Service,
  path: string,
  question: object,
  { signal, headers }: Asking & { signal: AbortSignal },
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

/** Posts a request as JSON; retries once after a transient failure, within one time limit. Never rejects. */
export async function askService(
  service: Service,
  path: string,
  question: object,
  { signal: caller, headers = {} }: Asking = {},
): Promise<ServiceResponse> {
  if (caller?.aborted) return { kind: 'unavailable', reason: CANCELLED };
  const limit = AbortSignal.timeout(service.timeoutMs ?? SERVICE_TIMEOUT_MS);
  const signal = caller ? AbortSignal.any([limit, caller]) : limit;
  let last: ServiceResponse = { kind: 'unavailable', reason: 'no connection' };
  for (let tried = 0; tried < TRIES && !signal.aborted; tried += 1) {
    const { again = false, ...answer } = await askOnce(service, path, question, { signal, headers });
    last = answer;
    if (!again) break;
  }
  return last;
}
