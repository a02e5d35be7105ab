import { type DatabaseLocation, readEnvironment } from '#src/config/environment.ts';
import { openServices } from '#src/server/services.ts';
import { LEAD_ENVIRONMENT } from './lead-dealer.ts';

/** Ids of all leads, and of those that have a delivery. */
export async function storedLeads(
  place: DatabaseLocation,
): Promise<{ leads: Set<string>; routed: Set<string> }> {
  const services = await openServices({
    env: readEnvironment({ ...LEAD_ENVIRONMENT, ...place }),
    dealers: [],
  });
  const { db } = services;
  try {
    const leads = await db.selectFrom('leads').select('id').execute();
    const outbox = await db.selectFrom('outbox').select('lead_id').distinct().execute();
    return { leads: new Set(leads.map(({ id }) => id)), routed: new Set(outbox.map((row) => row.lead_id)) };
  } finally {
    await services.close();
  }
}
