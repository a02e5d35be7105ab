import type { Database } from './database.ts';

export type LeadOfPhone = { id: string; form: string; vehicleId: string | null; createdAt: string };

const MOST = 50;

/** The newest leads of a phone at a dealer that still contain personal data. @param phone digits from 0 */
export const leadsOfPhone = async (db: Database, dealer: string, phone: string): Promise<LeadOfPhone[]> =>
  (
    await db
      .selectFrom('leads')
      .select(['id', 'form', 'vehicle_id', 'created_at'])
      .where('dealer', '=', dealer)
      .where('phone', '=', phone)
      .where('kind', '=', 'lead')
      .where('erased_at', 'is', null)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(MOST)
      .execute()
  ).map(({ id, form, vehicle_id, created_at }) => ({
    ...{ id, form, vehicleId: vehicle_id, createdAt: created_at },
  }));
