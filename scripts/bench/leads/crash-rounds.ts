import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { createRandom } from '../../demo-stock/random.ts';
import { type LeadServer, type LeadSite, startLeadServer } from './lead-server.ts';
import { postLeadTo } from './post-lead.ts';

import { storedLeads } from './stored-leads.ts';

/** A database server that is killed with the sites now and then. */
export type KilledDatabase = { kill(): Promise<void>; restart(): Promise<void> };

export type CrashFigures = {
  acknowledged: number;
  /** Acknowledged, and not in the database. */
  lost: number;
  /** In the database without a delivery. */
  unrouted: number;
  /** Stored but not acknowledged: the response was lost with the process. */
  unheard: number;
  /** How often a log says "database is locked". */
  locked: number;
  /** 5xx responses before the kill. */
  refused: number;
};

const CLIENTS = 12;
const SHORTEST_MS = 150;
const LONGEST_MS = 900;
/** The longest time the second of two processes outlives the first. */
const APART_MS = 300;
const FIRST_RESPONSE_POLL_MS = 5;

/** Kills the servers of a site with -9 while leads come in, round after round, and counts what became of them. */
export async function crashRounds(options: {
  site: LeadSite;
  rounds: number;
  processes: number;
  seed: string;
  database?: KilledDatabase | undefined;
  /** In rounds. */
  databaseKilledEvery?: number;
}): Promise<CrashFigures> {
  const { site, rounds, processes, seed, database, databaseKilledEvery = 10 } = options;
  const random = createRandom(seed).next;
  const acknowledged = new Set<string>();
  let sent = 0;
  let refused = 0;
  let locked = 0;

  async function client(agent: Agent, servers: readonly LeadServer[], round: { isOver: boolean }) {
    for (let turn = 0; !round.isOver; turn += 1) {
      const alive = servers.filter((server) => !server.isGone());
      const server = alive[turn % alive.length];
      if (!server) return;
      const answer = await postLeadTo(server.port, agent, sent++).catch(() => undefined);
      if (answer?.leadId !== undefined) acknowledged.add(answer.leadId);
      else if (answer) refused += 1;
    }
  }

  for (let number = 1; number <= rounds; number += 1) {
    const servers = await Promise.all(Array.from({ length: processes }, () => startLeadServer(site)));
    const agent = new Agent({ keepAlive: true });
    const round = { isOver: false };
    const acknowledgedBefore = acknowledged.size;
    const clients = Array.from({ length: CLIENTS }, () => client(agent, servers, round));
    while (acknowledged.size === acknowledgedBefore) await wait(FIRST_RESPONSE_POLL_MS);
    await wait(SHORTEST_MS + random() * (LONGEST_MS - SHORTEST_MS));
    const refusedBefore = refused;
    const killsDatabase = database && number % databaseKilledEvery === 0;
    if (killsDatabase) await database.kill();
    for (const server of servers) {
      await server.kill();
      await wait(random() * (processes - 1) * APART_MS);
    }
    round.isOver = true;
    await Promise.all(clients);
    agent.destroy();
    if (killsDatabase) {
      // Without its database a server refuses, as it should.
      refused = refusedBefore;
      await database.restart();
    }
    for (const server of servers) locked += server.output().match(/database is locked/g)?.length ?? 0;
  }

  const { leads, routed } = await storedLeads(site.place);
  return {
    acknowledged: acknowledged.size,
    lost: [...acknowledged].filter((id) => !leads.has(id)).length,
    unrouted: [...leads].filter((id) => !routed.has(id)).length,
    unheard: [...leads].filter((id) => !acknowledged.has(id)).length,
    locked,
    refused,
  };
}
