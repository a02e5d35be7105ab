import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests sent on one connection before the first of them is answered; browsers send one. */
export const MAX_QUEUED_REQUESTS = 10;
/** A client that sends this many is cut off without a response. */
const MAX_SENT_REQUESTS = 100;

type Queue = { sent: number; waiting: (() => void)[] };

/**
 * Serves the requests of one connection one after the other, although Node reads pipelined ones together: each
 * connection has at most one page being rendered and one file open. The last accepted request gets `Connection:
 * close`; later ones get no response.
 */
export function requestQueue(answer: (req: IncomingMessage, res: ServerResponse) => void) {
  const queues = new WeakMap<Socket, Queue>();
  const underWay = new Set<ServerResponse>();
  let closesEach = false;

  function queueOf(socket: Socket): Queue {
    const known = queues.get(socket);
    if (known) return known;
    const queue: Queue = { sent: 0, waiting: [] };
    queues.set(socket, queue);
    socket.once('close', () => {
      queue.waiting = [];
      for (const res of underWay) if (res.req.socket === socket) underWay.delete(res);
    });
    return queue;
  }

  function take(req: IncomingMessage, res: ServerResponse): void {
    const { socket } = req;
    if (socket.destroyed) return;
    const queue = queueOf(socket);
    queue.sent += 1;
    if (queue.sent > MAX_SENT_REQUESTS) return void socket.destroy();
    if (queue.sent > MAX_QUEUED_REQUESTS) return;
    if (closesEach || queue.sent === MAX_QUEUED_REQUESTS) res.setHeader('Connection', 'close');
    underWay.add(res);
    res.once('close', () => {
      underWay.delete(res);
      queue.sent -= 1;
      queue.waiting.shift()?.();
    });
    if (queue.sent === 1) answer(req, res);
    else queue.waiting.push(() => answer(req, res));
  }

  return {
    take,
    /** From now on every connection ends with its next response. */
    closeEach() {
      closesEach = true;
      for (const res of underWay) if (!res.headersSent) res.setHeader('Connection', 'close');
    },
  };
}
