import { createServer, connect as dial, type Socket } from 'node:net';

/** A service that can be taken off the network and put back, with its data. */
export type Cuttable = {
  port: number;
  /** From now on connections break and new ones are refused. */
  cut(): void;
  mend(): Promise<void>;
  stop(): Promise<void>;
};

/** Passes connections on to a port of this machine. */
export async function startCuttable(target: number): Promise<Cuttable> {
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = dial(target, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => resolve());
    });
  await listen(0);
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  const cut = () => {
    server.close();
    for (const socket of open) socket.destroy();
  };
  return {
    port,
    cut,
    mend: () => listen(port),
    async stop() {
      if (!server.listening) return;
      cut();
    },
  };
}
