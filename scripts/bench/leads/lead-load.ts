import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type LeadSite, lockedOf, postLeadTo, startLeadServer, storedLeads } from './lead-server.ts';

export type LoadFigures = {
  /** From when each lead was due to be sent until it was taken, in ms. */
  responseMs: number[];
  /** How often a lead had to be sent again. */
  refused: number;
  /** Leads in the database, each of another shopper. */
  stored: number;
  lost: number;
  locked: number;
};

export const WARM_UP_LEADS = 50;
const SENT_AGAIN_AFTER_MS = 250;
const GIVE_UP_MS = 60_000;

/**
 * Sends leads at a fixed rate, whether earlier ones are answered or not, and times every response.
 * A refused lead is sent again under its submission key, as the page does.
 */
export async function leadLoad(options: {
  site: LeadSite;
  perSecond: number;
  seconds: number;
}): Promise<LoadFigures> {
  const { site, perSecond, seconds } = options;
  const server = await startLeadServer(site);
  const agent = new Agent({ keepAlive: true });
  const acknowledged: string[] = [];
  const responseMs: number[] = [];
  let refused = 0;
  const sendOne = async (n: number, due: number) => {
    const submissionKey = randomUUID();
    while (performance.now() - due < GIVE_UP_MS) {
      const response = await postLeadTo(server.port, agent, n, undefined, submissionKey).catch(
        () => undefined,
      );
      if (response?.leadId !== undefined) {
        acknowledged.push(response.leadId);
        responseMs.push(performance.now() - due);
        return;
      }
      refused += 1;
      await wait(SENT_AGAIN_AFTER_MS);
    }
  };
  try {
    for (let n = 0; n < WARM_UP_LEADS; n += 1) await sendOne(n, performance.now());
    responseMs.length = 0;
    const started = performance.now();
    const under: Promise<void>[] = [];
    for (let n = 0; n < perSecond * seconds; n += 1) {
      const due = started + (n * 1000) / perSecond;
      const early = due - performance.now();
      if (early > 0) await wait(early);
      under.push(sendOne(WARM_UP_LEADS + n, due));
    }
    await Promise.all(under);
  } finally {
    agent.destroy();
    await server.stop();
  }
  const { leads } = await storedLeads(site.place);
  return {
    responseMs,
    refused,
    stored: leads.size,
    lost: acknowledged.filter((id) => !leads.has(id)).length,
    locked: lockedOf(server),
  };
}
