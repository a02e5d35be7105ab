import type { Database } from './database.ts';

type CountByDealer = Map<string, number>;

/** Vehicles each dealer’s last import left in stock, sold ones included. */
export async function stockByDealer(db: Database): Promise<CountByDealer> {
  const rows = await db
    .selectFrom('vehicles')
    .select(({ fn }) => ['dealer', fn.countAll<number>().as('count')])
    .where('removed_at', 'is', null)
    .groupBy('dealer')
    .execute();
  return new Map(rows.map(({ dealer, count }) => [dealer, Number(count)]));
}

/** Vehicles whose last change has not reached the search engine. */
export async function indexBacklogByDealer(db: Database): Promise<CountByDealer> {
  const rows = await db
    .selectFrom('index_changes')
    .select(({ fn }) => ['dealer', fn.countAll<number>().as('count')])
    .groupBy('dealer')
    .execute();
  return new Map(rows.map(({ dealer, count }) => [dealer, Number(count)]));
}
