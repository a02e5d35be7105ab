import { wantedPictures } from '#src/features/stock/server/queries/picture-queries.ts';
import type { Database } from '#src/platform/database/database.ts';
import { knownLeases } from '#src/platform/database/leases.ts';
import { type MachineRow, runningMachines } from '#src/platform/database/machines.ts';
import { MINUTE_MS } from '#src/platform/time/duration.ts';
import { lookCommand, restartCommand } from './process-commands.ts';
import type { DealerFacts, Finding, Level, OperationFacts, StatusFacts } from './status-facts.ts';
import { ageText, utcText } from './status-text.ts';

/** @throws database errors */
export async function gatherOperations(db: Database, now: Date): Promise<OperationFacts> {
  const [machines, leases, pictures] = await Promise.all([
    runningMachines(db, now),
    knownLeases(db),
    wantedPictures(db),
  ]);
  return { machines, leases, wantedPictures: pictures };
}

/** Three times the interval of its heartbeat. */
const SILENT_MS = 30_000;
/** New code and the releases built with it may take a minute to go live together. */
const BEHIND_MS = 2 * MINUTE_MS;

const about = 'processes';
const isSilent = ({ seen_at }: MachineRow, at: string) => Date.parse(at) - Date.parse(seen_at) >= SILENT_MS;
/** Whether another machine serves, and this one does not and is not expected to. */
export const isServedElsewhere = ({ machines }: OperationFacts, host: string, at: string): boolean => {
  const servers = machines.filter(({ kind }) => kind === 'serve');
  return (
    servers.every((server) => server.host !== host) &&
    servers.some((server) => server.state === 'ready' && !isSilent(server, at))
  );
};
const isBehind = ({ behind_since }: MachineRow, at: string) =>
  behind_since !== null && Date.parse(at) - Date.parse(behind_since) >= BEHIND_MS;
const processes = (count: number) => `${count} ${count === 1 ? 'process' : 'processes'}`;

type Judged = Pick<StatusFacts, 'operations' | 'at' | 'isInKubernetes'>;

function judgeBehind(machines: readonly MachineRow[], facts: Judged): Finding[] {
  const { at } = facts;
  const behind = machines
    .filter((machine) => isBehind(machine, at))
    .sort((a, b) => (a.behind_since ?? '').localeCompare(b.behind_since ?? ''));
  const [first] = behind;
  if (!first) return [];
  const what = `${behind.length} of ${processes(machines.length)} ${behind.length === 1 ? 'does' : 'do'} not serve what is published: ${first.behind}.`;
  const since = first.behind_since ?? undefined;
  return [{ level: 'amber', about, what, since, remedy: restartCommand(facts, first) }];
}

export function judgeOperations(facts: Judged): Finding[] {
  const { operations, at } = facts;
  const { machines } = operations ?? { machines: [] };
  if (machines.length === 0) return [];
  const found = [
    ...judgeBehind(machines, facts),
    ...machines
      .filter((machine) => isSilent(machine, at))
      .map((machine): Finding => {
        const what = `${machine.kind} on ${machine.host} (process ${machine.pid}) was not heard of.`;
        return {
          level: 'amber',
          about,
          what,
          since: machine.seen_at,
          remedy: lookCommand(facts, machine),
        };
      }),
  ];
  const verb = machines.length === 1 ? 'runs' : 'run';
  const well: Finding = { level: 'green', about, what: `${processes(machines.length)} ${verb}.` };
  return found.length > 0 ? found : [well];
}

export type StatusTable = {
  heading: string;
  columns: readonly string[];
  rows: { level: Level; cells: string[] }[];
};

function machinesTable(machines: readonly MachineRow[], at: string): StatusTable {
  return {
    heading: 'Processes',
    columns: ['process', 'kind', 'state', 'code', 'up', 'heard of', 'not served', 'for', 'memory', 'errors'],
    rows: machines.map((machine) => ({
      level: isSilent(machine, at) || isBehind(machine, at) ? 'amber' : 'green',
      cells: [
        `${machine.host} ${machine.pid}`,
        machine.port === null ? machine.kind : `${machine.kind} :${machine.port}`,
        machine.state,
        machine.code,
        ageText(machine.started_at, at),
        ageText(machine.seen_at, at),
        machine.behind ?? '–',
        ageText(machine.behind_since ?? undefined, at),
        `${machine.memory_mb} MB`,
        String(machine.errors),
      ],
    })),
  };
}

/** Jobs that run, and those that run again. */
const jobsTable = (leases: OperationFacts['leases'], at: string): StatusTable => ({
  heading: 'Jobs',
  columns: ['job', 'process', 'since', 'last success', 'until'],
  rows: leases
    .filter(({ until, succeeded_at }) => until > at || succeeded_at !== null)
    .map(({ name, process, taken_at, succeeded_at, until }) => ({
      level: 'green',
      cells: [
        name,
        process ?? '–',
        ageText(taken_at ?? undefined, at),
        ageText(succeeded_at ?? undefined, at),
        utcText(until),
      ],
    })),
});

function queuesTable(pictures: number, dealers: readonly DealerFacts[], at: string): StatusTable {
  const waiting = dealers.flatMap(({ leads }) => leads.waiting ?? []);
  const due = dealers.flatMap(({ deliveries }) => deliveries.filter(({ nextDueAt }) => nextDueAt <= at));
  const sum = (counts: readonly number[]) => counts.reduce((all, each) => all + each, 0);
  const queue = (name: string, count: number, since: readonly string[] = []) => ({
    level: 'green' as const,
    cells: [name, String(count), ageText(since.toSorted()[0], at)],
  });
  return {
    heading: 'Queues',
    columns: ['queue', 'waiting', 'oldest'],
    rows: [
      queue(
        'leads to deliver',
        sum(waiting.map(({ leads }) => leads)),
        waiting.map(({ since }) => since),
      ),
      queue('vehicles to index', sum(dealers.map(({ indexBacklog }) => indexBacklog))),
      queue(
        'feeds to deliver',
        due.length,
        due.map(({ nextDueAt }) => nextDueAt),
      ),
      queue('pictures to fetch', pictures),
    ],
  };
}

/** Tables without rows are left out. */
export function operationTables(
  facts: OperationFacts | undefined,
  dealers: readonly DealerFacts[],
  at: string,
): StatusTable[] {
  if (!facts) return [];
  const { machines, leases, wantedPictures: pictures } = facts;
  const tables = [machinesTable(machines, at), jobsTable(leases, at), queuesTable(pictures, dealers, at)];
  return tables.filter(({ rows }) => rows.length > 0);
}
