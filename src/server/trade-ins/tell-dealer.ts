import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { LeadPayload } from '#src/domain/lead/lead-payload.ts';
import { tradeInPart } from '#src/domain/trade-in/trade-in-part.ts';
import type { TradeInRecord } from '#src/domain/trade-in/trade-in-record.ts';
import { decisionNews } from '#src/domain/trade-in/trade-in-words.ts';
import type { Database } from '#src/providers/database/database.ts';
import { replacePayload } from '#src/providers/database/leads.ts';
import { addTradeInPhoto, tradeInPhotos } from '#src/providers/database/trade-in-photos.ts';
import { changeTradeIn, type StoredTradeIn } from '#src/providers/database/trade-ins.ts';
import { storeUpdate } from '../leads/store-update.ts';
import type { Services } from '../services.ts';
import { photoLink } from './photo-link.ts';

type NewsServices = Pick<Services, 'env' | 'clock' | 'db' | 'log'>;

/** The lead with other words and the valuation as it stands. */
const retold =
  (message: string, record: TradeInRecord, photos: readonly string[]) =>
  (payload: LeadPayload): LeadPayload => {
    const part = tradeInPart(record, photos);
    return { ...payload, message, ...(part && { trade_in: part }) };
  };

async function linksOf(
  { db, env, clock }: NewsServices,
  dealer: DealerConfig,
  tradeInId: string,
): Promise<{ ids: string[]; links: string[] }> {
  const ids = await tradeInPhotos(db, tradeInId);
  const signed = { secret: env.SITE_SECRET, now: clock.now() };
  return { ids, links: ids.map((id) => photoLink(dealer, id, signed)) };
}

/** FORM-10: stores the shopper's decision together with its news for the dealer, once. */
export async function tellDecision(
  services: NewsServices,
  dealer: DealerConfig,
  { id, record }: StoredTradeIn,
  accepted: boolean,
): Promise<void> {
  if (record.lead_id === null) return;
  const decided = { ...record, offer_accepted: accepted };
  const { links } = await linksOf(services, dealer, id);
  await storeUpdate(services, {
    dealer,
    leadId: record.lead_id,
    key: accepted ? 'offer-accepted' : 'offer-declined',
    change: retold(decisionNews(decided), decided, links),
    alongside: async (tx) => {
      await changeTradeIn(tx, dealer.slug, id, services.clock.now().toISOString(), (now) => ({
        ...now,
        offer_accepted: accepted,
      }));
    },
  });
}

/** Undoes news of photos of which none is new: no room was left, or another press was faster. */
class NoNews extends Error {}

/**
 * FORM-10: takes photos into a valuation, as many as there is room for, together with news of them for the dealer, with
 * links that only the dealer gets.
 */
export async function tellPhotos(
  services: NewsServices,
  dealer: DealerConfig,
  { id, record }: StoredTradeIn,
  added: readonly { id: string; bytes: number }[],
): Promise<void> {
  if (record.lead_id === null) return;
  const at = services.clock.now().toISOString();
  let lead: LeadPayload | undefined;
  const take = async (tx: Database, updateId: string) => {
    await changeTradeIn(tx, dealer.slug, id, at, (same) => same);
    let count = 0;
    for (const photo of added) {
      const isNew = await addTradeInPhoto(tx, { ...photo, tradeInId: id, at }, dealer.tradeIn.maxPhotos);
      if (isNew) count += 1;
    }
    if (count === 0 || !lead) throw new NoNews();
    const { ids, links } = await linksOf({ ...services, db: tx }, dealer, id);
    const words = `The shopper added photos; there are ${ids.length} now.\n${links.join('\n')}`;
    await replacePayload(tx, updateId, JSON.stringify(retold(words, record, links)(lead)));
  };
  try {
    await storeUpdate(services, {
      dealer,
      leadId: record.lead_id,
      key: `photos:${added.map((photo) => photo.id).join()}`,
      change: (payload) => {
        lead = payload;
        return payload;
      },
      alongside: take,
    });
  } catch (error) {
    if (!(error instanceof NoNews)) throw error;
  }
}
