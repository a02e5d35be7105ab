import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';

/** The attacker's own network; all other clients use 127.0.0.1. */
export const ATTACKER = '127.0.0.66';
const RESPONSE_TIMEOUT_MS = 30_000;

export type Victim = { port: number; host: string };
/** `failure` is the error code of a request without a response. */
export type Outcome = { status: number; ms: number; bytes: number; failure?: string };

/** How a request that was cut off counts. */
const NO_RESPONSE = 0;

/** One whole request and its response. */
export function ask(
  { port, host }: Victim,
  path: string,
  options: { from?: string; agent?: Agent; body?: string; type?: string; cookie?: string } = {},
): Promise<Outcome> {
  const { from = ATTACKER, agent, body, type = 'application/json', cookie } = options;
  const started = performance.now();
  const outcome = (status: number, bytes: number): Outcome => ({
    status,
    bytes,
    ms: performance.now() - started,
  });
  return new Promise((resolve) => {
    const headers = {
      host,
      ...(cookie && { cookie }),
      ...(body === undefined ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
    };
    const method = body === undefined ? 'GET' : 'POST';
    const req = request(
      { host: '127.0.0.1', port, path, method, headers, localAddress: from, agent: agent ?? false },
      (res) => {
        let bytes = 0;
        res.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
        });
        res.on('end', () => resolve(outcome(res.statusCode ?? NO_RESPONSE, bytes)));
        res.on('error', () => resolve(outcome(NO_RESPONSE, bytes)));
      },
    );
    req.setTimeout(RESPONSE_TIMEOUT_MS, () => req.destroy());
    req.on('error', (error: NodeJS.ErrnoException) =>
      resolve({ ...outcome(NO_RESPONSE, 0), failure: error.code ?? error.message }),
    );
    req.end(body);
  });
}

function openSocket({ port }: Victim): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: ATTACKER }, () => resolve(socket));
    socket.once('error', reject);
  });
}

/** A page, or what is posted to it as JSON. */
type Requested = string | { path: string; body: string; cookie?: string };

function requestText({ host }: Victim, requested: Requested): string {
  if (typeof requested === 'string') return `GET ${requested} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  const { path, body, cookie } = requested;
  const lines = [
    ...[`POST ${path} HTTP/1.1`, `Host: ${host}`, 'Content-Type: application/json'],
    ...[`Content-Length: ${Buffer.byteLength(body)}`, ...(cookie ? [`Cookie: ${cookie}`] : [])],
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** Sends requests and hangs up as soon as each response begins; on those with a body, as soon as it is sent. */
export async function abortMany(
  victim: Victim,
  requested: Requested,
  count: number,
  atOnce = 50,
): Promise<void> {
  const abortOne = async () => {
    const socket = await openSocket(victim).catch(() => undefined);
    if (!socket) return;
    await new Promise<void>((resolve) => {
      socket.once('data', () => socket.destroy());
      socket.on('error', () => undefined);
      socket.once('close', () => resolve());
      socket.write(requestText(victim, requested), () => {
        if (typeof requested !== 'string') socket.destroy();
      });
    });
  };
  let left = count;
  const client = async () => {
    while (left-- > 0) await abortOne();
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, client));
}

/**
 * Sends many requests down each of many connections and reads none of the responses.
 * @returns the sockets the server let it open, to be closed by the caller
 */
export async function pipelineUnread(
  victim: Victim,
  requested: Requested,
  size: { connections: number; requestsEach: number },
): Promise<Socket[]> {
  const opened = Array.from({ length: size.connections }, () => openSocket(victim).catch(() => undefined));
  const sockets = (await Promise.all(opened)).filter((socket) => socket !== undefined);
  for (const socket of sockets) {
    socket.on('error', () => undefined);
    socket.pause();
    socket.write(requestText(victim, requested).repeat(size.requestsEach));
  }
  return sockets;
}

/** Requests new addresses, several at a time, until the time is over. */
export async function flood(
  victim: Victim,
  seconds: number,
  atOnce: number,
  requestAt: (n: number) => { path: string; body?: string; cookie?: string },
): Promise<Outcome[]> {
  const until = performance.now() + seconds * 1000;
  const outcomes: Outcome[] = [];
  const agent = new Agent({ keepAlive: true, localAddress: ATTACKER });
  let n = 0;
  const client = async () => {
    while (performance.now() < until) {
      const { path, ...posted } = requestAt(n++);
      outcomes.push(await ask(victim, path, { agent, ...posted }));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, client));
  agent.destroy();
  return outcomes;
}
