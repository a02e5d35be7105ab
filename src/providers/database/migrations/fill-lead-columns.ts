import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

const PAGE = 500;

/** A text of a payload, or undefined. */
function read(text: string): (field: string) => string {
  try {
    const payload: Record<string, unknown> = JSON.parse(text);
    return (field) => (typeof payload[field] === 'string' ? payload[field] : '');
  } catch {
    return () => '';
  }
}

/** Earlier leads can be found by phone and e-mail too. */
export async function fillLeadColumns(db: Kysely<Tables>): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('leads')
      .select(['id', 'payload'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    for (const { id, payload } of rows) {
      const of = read(payload);
      await db
        .updateTable('leads')
        .set({
          category: of('category'),
          email: of('email').toLowerCase(),
          phone: of('phone'),
          location_id: of('location_id') || null,
        })
        .where('id', '=', id)
        .execute();
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.id;
  }
}
