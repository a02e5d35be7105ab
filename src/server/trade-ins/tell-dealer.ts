import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { LeadPayload } from '#src/domain/lead/delivery/lead-payload.ts';
import { tradeInPart } from '#src/domain/trade-in/trade-in-part.ts';
import type { TradeInRecord } from '#src/domain/trade-in/trade-in-record.ts';
import { decisionUpdate } from '#src/domain/trade-in/trade-in-words.ts';
import type { Database } from '#src/providers/database/database.ts';
import { replacePayload } from '#src/providers/database/leads.ts';
import { addTradeInPhoto, tradeInPhotos } from '#src/providers/database/trade-in-photos.ts';
import { changeTradeIn, type StoredTradeIn } from '#src/providers/database/trade-ins.ts';
import { type LeadUpdate, storeUpdate } from '../leads/delivery/store-update.ts';
import type { Services } from '../services.ts';
import type { StagedPhoto } from './photo-files.ts';
import { photoLink } from './photo-link.ts';

type UpdateServices = Pick<Services, 'env' | 'clock' | 'db' | 'log'>;

/** The lead with another message and the current valuation. */
const updated =
  (message: string, record: TradeInRecord, photos: readonly string[]) =>
  (payload: LeadPayload): LeadPayload => {
    const part = tradeInPart(record, photos);
    return { ...payload, message, ...(part && { trade_in: part }) };
  };

async function linksOf(
  { db, env, clock }: UpdateServices,
  dealer: DealerConfig,
  tradeInId: string,
): Promise<string[]> {
  const signed = { secret: env.SITE_SECRET, now: clock.now() };
  return (await tradeInPhotos(db, tradeInId)).map((id) => photoLink(dealer, id, signed));
}

const countOf = ({ length }: readonly string[]): string =>
  length === 1 ? 'there is 1' : `there are ${length}`;

/** Rolls back updates without a change: already decided or added, or no space for a photo. */
class NoUpdate extends Error {}

/**
 * Stores updates of a valuation for the dealer, with its state at the same moment.
 * @param take changes the locked valuation and returns a description; throws NoNews to roll back
 */
async function tell(
  services: UpdateServices,
  dealer: DealerConfig,
  { id, record: { lead_id: leadId } }: StoredTradeIn,
  { key, series }: Pick<LeadUpdate, 'key' | 'series'>,
  take: (transaction: Database) => Promise<{ record: TradeInRecord; words: (photos: string[]) => string }>,
): Promise<void> {
  if (leadId === null) return;
  let lead: LeadPayload | undefined;
  const alongside = async (tx: Database, updateId: string) => {
    const { record, words } = await take(tx);
    const links = await linksOf({ ...services, db: tx }, dealer, id);
    if (lead) await replacePayload(tx, updateId, JSON.stringify(updated(words(links), record, links)(lead)));
  };
  const change = (payload: LeadPayload) => {
    lead = payload;
    return payload;
  };
  try {
    await storeUpdate(services, { dealer, leadId, key, series, change, alongside });
  } catch (error) {
    if (!(error instanceof NoUpdate)) throw error;
  }
}

/** FORM-10: stores the shopper's decision together with its update for the dealer, once. Accepting is final. */
export const notifyOfDecision = (
  services: UpdateServices,
  dealer: DealerConfig,
  tradeIn: StoredTradeIn,
  accepted: boolean,
): Promise<void> =>
  tell(services, dealer, tradeIn, { key: accepted ? 'offer-accepted' : 'offer-declined' }, async (tx) => {
    const at = services.clock.now().toISOString();
    const record = await changeTradeIn(tx, dealer.slug, tradeIn.id, at, (now) =>
      now.offer_accepted === true ? now : { ...now, offer_accepted: accepted },
    );
    if (!record || record.offer_accepted !== accepted) throw new NoUpdate();
    return { record, words: () => decisionUpdate(record) };
  });

/** Photos are sent one by one, and a large one takes a while: ten make one update. */
const PHOTOS = { name: 'photos', quietMs: 60_000 };

/**
 * FORM-10: adds photos to a valuation up to its limit, together with an update for the dealer, with links that only
 * the dealer gets. A failure afterwards leaves files that the daily retention removes.
 */
export const notifyOfPhotos = (
  services: UpdateServices,
  dealer: DealerConfig,
  tradeIn: StoredTradeIn,
  added: readonly StagedPhoto[],
): Promise<void> =>
  tell(services, dealer, tradeIn, { key: added.map(({ id }) => id).join(), series: PHOTOS }, async (tx) => {
    const at = services.clock.now().toISOString();
    const record = await changeTradeIn(tx, dealer.slug, tradeIn.id, at, (same) => same);
    let count = 0;
    for (const { id, bytes, keep } of added) {
      const photo = { id, tradeInId: tradeIn.id, bytes, at };
      if (!(await addTradeInPhoto(tx, photo, dealer.tradeIn.maxPhotos))) continue;
      await keep();
      count += 1;
    }
    if (count === 0 || !record) throw new NoUpdate();
    return {
      record,
      words: (links) => `The shopper added photos; ${countOf(links)} now.\n${links.join('\n')}`,
    };
  });
