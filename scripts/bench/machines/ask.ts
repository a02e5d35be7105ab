import { Agent } from 'node:http';
import { type Reply, send } from '../http-load.ts';
import { hostOf } from './fleet-dealers.ts';

const agent = new Agent({ keepAlive: true });

type Asked = {
  dealer?: number;
  headers?: Record<string, string>;
  body?: string;
  method?: 'GET' | 'POST';
};

/** A request to one server, or to the proxy, as if for a site. @throws where no response comes back */
export const ask = (
  port: number,
  path: string,
  { dealer = 0, headers = {}, body, method }: Asked = {},
): Promise<Reply> =>
  send({ port, path, headers: { host: hostOf(dealer), ...headers }, ...(method && { method }) }, agent, body);

/** As `ask`; status 0 where no response comes back. */
export const tryAsk = (port: number, path: string, asked?: Asked): Promise<Reply> =>
  ask(port, path, asked).catch(() => ({ status: 0, text: '', bytes: 0, ms: 0 }));

const LONGEST_MS = 30_000;
const POLL_MS = 10;

/** Milliseconds until a server shows something; NaN after half a minute. */
export async function untilSeen(isSeen: () => Promise<boolean>, since = performance.now()): Promise<number> {
  while (performance.now() - since < LONGEST_MS) {
    if (await isSeen()) return performance.now() - since;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return Number.NaN;
}

/** As `untilSeen`, of the last of several servers. */
export const untilAllSee = async (
  ports: readonly number[],
  isSeen: (port: number) => Promise<boolean>,
  since = performance.now(),
): Promise<number> =>
  Math.max(...(await Promise.all(ports.map((port) => untilSeen(() => isSeen(port), since)))));
