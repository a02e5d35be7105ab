import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { tryAsk } from './ask.ts';
import type { Fleet } from './fleet.ts';

const SENT_AGAIN_AFTER_MS = 250;
const GIVE_UP_MS = 60_000;
const NETWORKS = 200;

export type Visit = { path: string; status: number; began: number; ended: number };

export type Load = {
  visits: Visit[];
  /** Ids of leads that a shopper was thanked for, by their number. */
  thanked: Map<number, string>;
  stop(): Promise<void>;
};

const leadOf = (n: number, key: string) => ({
  ...{ name: `Annabel ${n}`, last_name: 'Quillfeather', email: `annabel.${n}@example.com` },
  ...{ phone: `04${String(12_000_000 + n).padStart(8, '0')}`, postcode: '4006' },
  ...{ message: 'Is the blue one still there?', submission_key: key },
});

/** Pages and leads at a steady rate, through the proxy, whether earlier ones are answered or not. */
export function startLoad(
  { front }: Pick<Fleet, 'front'>,
  paths: readonly string[],
  rate: { pages: number; leads: number },
): Load {
  const visits: Visit[] = [];
  const thanked = new Map<number, string>();
  const running = new Set<Promise<unknown>>();
  const track = (work: Promise<unknown>) => {
    running.add(work);
    void work.finally(() => running.delete(work));
  };
  const from = (n: number) => ({ 'x-forwarded-for': `198.51.100.${(n % NETWORKS) + 1}` });
  async function visit(n: number): Promise<void> {
    const path = paths[n % paths.length] ?? '/';
    const began = performance.now();
    const { status } = await tryAsk(front.port, path, { headers: from(n) });
    visits.push({ path, status, began, ended: performance.now() });
  }
  async function lead(n: number): Promise<void> {
    const body = JSON.stringify(leadOf(n, randomUUID()));
    const due = performance.now();
    while (performance.now() - due < GIVE_UP_MS) {
      const headers = { ...from(n), 'sec-fetch-site': 'same-origin' };
      const { status, text } = await tryAsk(front.port, '/api/leads/contact', { headers, body });
      if (status === 201) return void thanked.set(n, (JSON.parse(text) as { lead_id: string }).lead_id);
      await wait(SENT_AGAIN_AFTER_MS);
    }
  }
  let pages = 0;
  let leads = 0;
  const timers = [
    setInterval(() => track(visit(pages++)), 1000 / rate.pages),
    setInterval(() => track(lead(leads++)), 1000 / rate.leads),
  ];
  return {
    visits,
    thanked,
    async stop() {
      for (const timer of timers) clearInterval(timer);
      while (running.size > 0) await Promise.all(running);
    },
  };
}
