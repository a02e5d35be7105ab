import { hostname } from 'node:os';
import type { Kysely, Selectable } from 'kysely';
import { MINUTE_MS } from '#src/platform/time/duration.ts';
import type { Database } from './database.ts';
import type { MachinesTable } from './operation-tables.ts';
import type { Tables } from './tables.ts';

/** Names this process to people. */
export const PROCESS_NAME = `${hostname()} ${process.pid}`;

export type MachineRow = Selectable<MachinesTable>;

/** A process that was silent for longer has ended without saying so. */
export const LONGEST_SILENCE_MS = 5 * MINUTE_MS;

/** Processes that serve or work. */
export const runningMachines = (db: Kysely<Tables>, now: Date): Promise<MachineRow[]> =>
  db
    .selectFrom('machines')
    .selectAll()
    .where('seen_at', '>', new Date(now.getTime() - LONGEST_SILENCE_MS).toISOString())
    .orderBy('host')
    .orderBy('kind')
    .orderBy('port')
    .orderBy('id')
    .execute();

/** Also removes the rows of processes that are gone. */
export async function addMachine(db: Database, row: MachineRow): Promise<void> {
  const longAgo = new Date(Date.parse(row.seen_at) - LONGEST_SILENCE_MS).toISOString();
  await db.deleteFrom('machines').where('seen_at', '<=', longAgo).execute();
  await beat(db, row);
}

/** Replaces the row of a process, which another may have removed as gone. */
export const beat = (db: Database, { id, ...row }: MachineRow): Promise<unknown> =>
  db
    .insertInto('machines')
    .values({ id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();

/** Has no effect on a later process of the same name. */
export const removeMachine = (
  db: Database,
  { id, started_at }: Pick<MachineRow, 'id' | 'started_at'>,
): Promise<unknown> =>
  db.deleteFrom('machines').where('id', '=', id).where('started_at', '=', started_at).execute();
