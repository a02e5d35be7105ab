import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { send } from '../http-load.ts';

/** The attacker's own network; all other clients use 127.0.0.1. */
export const ATTACKER = '127.0.0.66';

export type Victim = { port: number; host: string };
export type Outcome = { status: number; ms: number; bytes: number };

/** How a request that was cut off counts. */
const NO_RESPONSE = 0;

/** One whole request and its response. */
export async function ask(
  { port, host }: Victim,
  path: string,
  options: { from?: string; agent?: Agent; body?: string; type?: string } = {},
): Promise<Outcome> {
  const { from = ATTACKER, agent = false, body, type } = options;
  const started = performance.now();
  const headers = { host, ...(type && { 'content-type': type }) };
  // The path as it is: an address would be put right.
  const target = { port, path, headers, from };
  return send(target, agent, body).catch(() => ({
    ...{ status: NO_RESPONSE, bytes: 0, ms: performance.now() - started },
  }));
}

function openSocket({ port }: Victim): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: ATTACKER }, () => resolve(socket));
    socket.once('error', reject);
  });
}

const requestText = ({ host }: Victim, path: string) => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;

/** Sends requests and hangs up as soon as each response begins. */
export async function abortMany(victim: Victim, path: string, count: number, atOnce = 50): Promise<void> {
  const abortOne = async () => {
    const socket = await openSocket(victim).catch(() => undefined);
    if (!socket) return;
    await new Promise<void>((resolve) => {
      socket.once('data', () => socket.destroy());
      socket.on('error', () => undefined);
      socket.once('close', () => resolve());
      socket.write(requestText(victim, path));
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
  path: string,
  size: { connections: number; requestsEach: number },
): Promise<Socket[]> {
  const opened = Array.from({ length: size.connections }, () => openSocket(victim).catch(() => undefined));
  const sockets = (await Promise.all(opened)).filter((socket) => socket !== undefined);
  for (const socket of sockets) {
    socket.on('error', () => undefined);
    socket.pause();
    socket.write(requestText(victim, path).repeat(size.requestsEach));
  }
  return sockets;
}

/** Requests new addresses, several at a time, until the time is over. */
export async function flood(
  victim: Victim,
  seconds: number,
  atOnce: number,
  requestAt: (n: number) => { path: string; body?: string },
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
