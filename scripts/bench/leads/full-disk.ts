import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type LeadResponse, type LeadSite, postLeadTo, startLeadServer, storedLeads } from './lead-server.ts';
import type { SmallDisk } from './small-disk.ts';

export type FullDiskFigures = {
  /** Acknowledged before the disk was full, on it, and once there was room again. */
  acknowledged: number;
  /** Of the responses on a full disk. */
  refused: number;
  /** Refused without 503, or without the number to call. */
  wordless: number;
  /** Acknowledged, and not in the database. */
  falseSuccesses: number;
  /** From the moment there is room to the first lead taken; NaN where none was. */
  recoveredMs: number;
};

const LEADS_AFTER = 20;
const REFUSALS = 30;
const MOST_LEADS = 3000;
const LONGEST_RECOVERY_MS = 30_000;
const LONG_MESSAGE = 'All of it, please. '.repeat(100);

const tellsWhomToCall = ({ status, body }: LeadResponse): boolean => {
  if (status !== 503) return false;
  const { error } = JSON.parse(body) as { error: { code: string; phone?: string; message: string } };
  return error.code === 'lead_not_stored' && Boolean(error.phone && error.message.includes(error.phone));
};

/** Fills the disk of the database under a running server, and makes room again. */
export async function leadsOnFullDisk(site: LeadSite, disk: SmallDisk): Promise<FullDiskFigures> {
  const server = await startLeadServer(site);
  const agent = new Agent({ keepAlive: true });
  const acknowledged: string[] = [];
  const refusals: LeadResponse[] = [];
  let sent = 0;
  const send = async (): Promise<boolean> => {
    const answer = await postLeadTo(server.port, agent, sent++, LONG_MESSAGE);
    if (answer.leadId === undefined) refusals.push(answer);
    else acknowledged.push(answer.leadId);
    return answer.leadId !== undefined;
  };
  try {
    for (let n = 0; n < LEADS_AFTER; n += 1) await send();
    disk.fill();
    // Free space in existing database pages is used up first.
    while (refusals.length < REFUSALS && sent < MOST_LEADS) await send();
    disk.empty();
    const roomAt = performance.now();
    let recoveredMs = Number.NaN;
    const refused = refusals.length;
    while (Number.isNaN(recoveredMs) && performance.now() - roomAt < LONGEST_RECOVERY_MS) {
      if (await send()) recoveredMs = performance.now() - roomAt;
      else await wait(50);
    }
    for (let n = 0; n < LEADS_AFTER; n += 1) await send();
    const { leads } = await storedLeads(site.place);
    return {
      acknowledged: acknowledged.length,
      refused,
      wordless: refusals.filter((answer) => !tellsWhomToCall(answer)).length,
      falseSuccesses: acknowledged.filter((id) => !leads.has(id)).length,
      recoveredMs,
    };
  } finally {
    agent.destroy();
    await server.stop();
  }
}
