import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { systemClock } from '#src/domain/clock.ts';
import { type LeadPayload, LeadPayloadSchema } from '#src/domain/lead/lead-payload.ts';
import { type LeadWithDelivery, leadById, listLeads } from '#src/providers/database/leads.ts';
import { migrate } from '#src/providers/database/migrate.ts';
import { attemptsOf, replayDeliveries } from '#src/providers/database/outbox.ts';
import { openSqlite } from '#src/providers/database/sqlite.ts';
import { outboxStatus } from './outbox-status.ts';

export type DeskLead = Omit<LeadWithDelivery, 'payload'> & { payload: LeadPayload };

const read = (lead: LeadWithDelivery): DeskLead => ({
  ...lead,
  payload: v.parse(v.pipe(v.string(), v.parseJson(), LeadPayloadSchema), lead.payload),
});

/**
 * The leads of a data folder for the people who look after them; needs nothing but the database.
 * @throws Error where the folder holds no database
 */
export async function openLeadDesk(dataDir: string, clock = systemClock) {
  const file = join(dataDir, 'forecourt.db');
  if (!existsSync(file))
    throw new Error(`No database at ${file}. Set DATA_DIR to where the sites keep theirs.`);
  const db = openSqlite(file);
  await migrate(db);
  return {
    list: async (filter: { dealer?: string | undefined; state?: string | undefined; limit: number }) =>
      (await listLeads(db, filter)).map(read),
    async show(id: string) {
      const lead = await leadById(db, id);
      return lead && { lead: read(lead), attempts: await attemptsOf(db, lead.outbox_id) };
    },
    /** @returns how many deliveries start afresh */
    retry: (which: { leadId: string } | { dealer?: string | undefined }) =>
      replayDeliveries(db, which, clock.now().toISOString()),
    status: () => outboxStatus({ db, clock }),
    close: () => db.destroy(),
  };
}

export type LeadDesk = Awaited<ReturnType<typeof openLeadDesk>>;
