import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Answer } from '../answers/answer.ts';

/** What an answer that is kept may depend on: no cookie, no language, no address of a shopper. */
export type BareRequest = {
  method: 'GET' | 'POST';
  url: string;
  /** Of a POST, with its type. */
  body?: Buffer;
  contentType?: string;
};

/** Headers that belong to one connection or one shopper. */
const PASSING = new Set([
  'connection',
  'date',
  'keep-alive',
  'set-cookie',
  'transfer-encoding',
  'content-length',
]);

/** A response that goes nowhere and remembers what was written. */
class WrittenDown extends ServerResponse {
  readonly chunks: Buffer[] = [];

  #keep(chunk: unknown): void {
    if (typeof chunk === 'string') this.chunks.push(Buffer.from(chunk));
    else if (chunk instanceof Uint8Array) this.chunks.push(Buffer.from(chunk));
  }

  override writeHead(status: number, ...rest: unknown[]): this {
    this.statusCode = status;
    const headers = rest.find((part) => typeof part === 'object' && part !== null) ?? {};
    for (const [name, value] of Object.entries(headers)) this.setHeader(name, value);
    return this;
  }

  override write(chunk: unknown): boolean {
    this.#keep(chunk);
    return true;
  }

  override end(chunk?: unknown): this {
    this.#keep(chunk);
    this.emit('finish');
    return this;
  }
}

function bareRequest({ method, url, body, contentType }: BareRequest, host: string): IncomingMessage {
  const req: IncomingMessage & { body?: unknown } = new IncomingMessage(new Socket());
  req.method = method;
  req.url = url;
  req.headers = { host, ...(contentType ? { 'content-type': contentType } : {}) };
  if (body) req.body = body;
  return req;
}

/**
 * Lets `handle` answer a bare request and returns the whole answer.
 * @param host one name for all hosts of a dealer
 * @throws what `handle` throws, or an Error where it breaks off in the middle
 */
export async function captureAnswer(
  request: BareRequest,
  host: string,
  handle: (req: IncomingMessage, res: ServerResponse) => void | Promise<void>,
): Promise<Answer> {
  const req = bareRequest(request, host);
  const res = new WrittenDown(req);
  const finished = new Promise<void>((resolve, reject) => {
    res.once('finish', resolve);
    res.once('close', () => reject(new Error(`The answer to ${request.url} broke off.`)));
  });
  // Told by whichever of the two comes first.
  finished.catch(() => undefined);
  await handle(req, res);
  await finished;
  const headers = Object.entries(res.getHeaders()).flatMap(([name, value]) =>
    value === undefined || PASSING.has(name)
      ? []
      : [[name, Array.isArray(value) ? value : String(value)] as const],
  );
  return { status: res.statusCode, headers: Object.fromEntries(headers), body: Buffer.concat(res.chunks) };
}
