import type { DealerConfig } from '#src/config/dealer-config.ts';
import { deleteTradeIn, tradeInsOfLeads, unfinishedTradeIns } from '#src/providers/database/trade-ins.ts';
import type { Services } from '../services.ts';
import { removePhoto } from './photo-files.ts';

type Stores = Pick<Services, 'db'> & { dataDir: string };

const DAY_MS = 86_400_000;

/** Rows first: a file without a row is seen by nobody, and is removed with the next try of the same ids. */
async function forget(
  { db, dataDir }: Stores,
  ids: readonly string[],
): Promise<{ tradeIns: number; photos: number }> {
  let photos = 0;
  for (const id of ids) {
    for (const photo of await deleteTradeIn(db, id)) {
      await removePhoto(dataDir, photo);
      photos += 1;
    }
  }
  return { tradeIns: ids.length, photos };
}

/** Retention: deletes valuations of a dealer that never came to a lead, with whatever hangs on them. */
export const forgetUnfinishedTradeIns = async (
  services: Stores & Pick<Services, 'clock'>,
  { slug, tradeIn }: Pick<DealerConfig, 'slug' | 'tradeIn'>,
): Promise<{ tradeIns: number; photos: number }> => {
  const before = new Date(services.clock.now().getTime() - tradeIn.keepUnfinishedDays * DAY_MS);
  return forget(services, await unfinishedTradeIns(services.db, slug, before.toISOString()));
};

/** Erasure: deletes the valuations behind these leads with records, photos and their files. */
export const eraseTradeInsOfLeads = async (
  services: Stores,
  leadIds: readonly string[],
): Promise<{ tradeIns: number; photos: number }> =>
  forget(services, await tradeInsOfLeads(services.db, leadIds));
