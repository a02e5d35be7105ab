import type { Database } from './database.ts';
import type { Reservation } from './reservations.ts';

/** A reservation, or an invoice paid online: null is what an invoice does not have. */
export type PaidByShopper = {
  kind: 'reservation' | 'invoice';
  vehicle_id: string | null;
  state: string | null;
  phone: string | null;
  email: string | null;
} & Pick<
  Reservation,
  | 'id'
  | 'dealer'
  | 'amount_cents'
  | 'payload'
  | 'created_at'
  | 'paid_at'
  | 'refunded_at'
  | 'lead_id'
  | 'contact_id'
>;

const SHARED = [
  ...(['id', 'dealer', 'amount_cents', 'payload', 'created_at'] as const),
  ...(['paid_at', 'refunded_at', 'lead_id', 'contact_id'] as const),
];

/** A dealer’s reservations, then its invoices, by id; a page at a time. */
export async function* paidByShoppers(
  db: Database,
  dealer: string,
  limit: number,
): AsyncGenerator<PaidByShopper[]> {
  const reservations = (after: string) =>
    db
      .selectFrom('reservations')
      .select([...SHARED, 'vehicle_id', 'state', 'phone', 'email'])
      .where('dealer', '=', dealer)
      .where('id', '>', after);
  const invoices = (after: string) =>
    db.selectFrom('online_payments').select(SHARED).where('dealer', '=', dealer).where('id', '>', after);
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows = await reservations(after).orderBy('id').limit(limit).execute();
    if (rows.length > 0) yield rows.map((row) => ({ kind: 'reservation', ...row }));
    after = rows.length < limit ? undefined : rows.at(-1)?.id;
  }
  const none = { vehicle_id: null, state: null, phone: null, email: null };
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows = await invoices(after).orderBy('id').limit(limit).execute();
    if (rows.length > 0) yield rows.map((row) => ({ kind: 'invoice', ...none, ...row }));
    after = rows.length < limit ? undefined : rows.at(-1)?.id;
  }
}
