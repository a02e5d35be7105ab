import { Agent, request } from 'node:http';

export type Answer = { path: string; status: number; body: string };

/** One request of a site, on a connection of its own or of the agent. */
export const ask = (site: { port: number; host: string }, path: string, agent: Agent | false = false) =>
  new Promise<Answer>((resolve, reject) => {
    const headers = { Host: site.host };
    const asked = request({ host: '127.0.0.1', port: site.port, path, headers, agent }, (res) => {
      let body = '';
      res.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      res.on('error', reject);
      res.on('end', () => resolve({ path, status: res.statusCode ?? 0, body }));
    });
    asked.on('error', reject).end();
  });

export type Shoppers = {
  /** Requests without a complete response. */
  dropped: number;
  received: number;
  /** Responses that the judge refused. */
  wrong: Answer[];
  end(): Promise<void>;
};

/** Asks for pages all along, every second shopper over a connection that stays open. */
export function startShoppers(
  site: { port: number; host: string },
  paths: readonly string[],
  isRight: (answer: Answer) => boolean,
  count = 8,
): Shoppers {
  let isOver = false;
  const shoppers: Shoppers = { dropped: 0, received: 0, wrong: [], end: async () => undefined };
  const all = Array.from({ length: count }, async (_, at) => {
    const agent = at % 2 ? new Agent({ keepAlive: true, maxSockets: 1 }) : false;
    for (let turn = at; !isOver; turn += 1) {
      try {
        const answer = await ask(site, paths[turn % paths.length] ?? '/', agent);
        shoppers.received += 1;
        if (!isRight(answer)) shoppers.wrong.push(answer);
      } catch {
        shoppers.dropped += 1;
      }
    }
    if (agent) agent.destroy();
  });
  shoppers.end = async () => {
    isOver = true;
    await Promise.all(all);
  };
  return shoppers;
}
