import { connect } from 'node:net';
import type { HostileRequest } from './hostile-bodies.ts';

const CONCURRENT = 8;
/** Longer than the server gives a slow client. */
const RESPONSE_TIMEOUT_MS = 20_000;
const STATUS_LINE = /HTTP\/1\.1 (\d{3}) /g;

export type HostileResponse = { request: HostileRequest; statuses: number[] };

function sendOne(port: number, request: HostileRequest): Promise<HostileResponse> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(request.bytes);
      if (request.ends) socket.end();
    });
    socket.setTimeout(RESPONSE_TIMEOUT_MS, () => socket.destroy());
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
    });
    // A server may hang up on a malformed request before all of it is sent.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      // No page contains a status line, so each status line starts a response.
      resolve({ request, statuses: [...received.matchAll(STATUS_LINE)].map(([, status]) => Number(status)) });
    });
  });
}

/** Sends all, a few at a time. @returns the responses; empty if the server hung up */
export async function sendHostile(
  port: number,
  requests: readonly HostileRequest[],
): Promise<HostileResponse[]> {
  const waiting = [...requests];
  const answers: HostileResponse[] = [];
  await Promise.all(
    Array.from({ length: CONCURRENT }, async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) answers.push(await sendOne(port, next));
    }),
  );
  return answers;
}
