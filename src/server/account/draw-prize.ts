import { randomInt, randomUUID } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Prize } from '#src/config/sections/prize-wheel.ts';
import type { LeadForm } from '#src/domain/lead/forms/form-entry.ts';
import { defaultEvent } from '#src/domain/lead/lead-events.ts';
import { PERSON } from '#src/domain/lead/lead-fields.ts';
import { allChances, prizeOf } from '#src/domain/prize-draw.ts';
import { storeLead } from '#src/providers/database/leads.ts';
import { findPrizeDraw, type PrizeDraw, storePrizeDraw } from '#src/providers/database/prize-draws.ts';
import { FORM_EXTRAS } from '#src/wire/form-extras.ts';
import { queueAcknowledgement } from '../leads/intake/acknowledge-lead.ts';
import { composePayload } from '../leads/intake/compose-payload.ts';
import { leadOfRecord } from '../leads/intake/lead-of-record.ts';
import type { Services } from '../services.ts';
import type { Contact } from './session.ts';

type DrawServices = Pick<Services, 'env' | 'clock' | 'log' | 'db'>;

export const SPIN_PATH = '/spin-to-win';
/** Leads of a draw go where contact leads go. */
const FORM_NAME = 'contact';
export const DRAW_CATEGORY = 'Spin to Win';

const DRAW: LeadForm = {
  category: DRAW_CATEGORY,
  subcategory: () => DRAW_CATEGORY,
  eventId: defaultEvent,
  fields: () => [...PERSON],
};

/** Has the lead rolled back whose phone has drawn before. */
class DrawnBefore extends Error {}

const drawnPrize = (prizes: readonly Prize[]): Prize => prizeOf(prizes, randomInt(allChances(prizes)));

const messageOf = ({ label, wins, id }: Prize): string =>
  wins ? `Won at Spin to Win: ${label} (${id})` : `Took part in Spin to Win without a prize: ${label}`;

/**
 * CONT-09: draws for a signed-in shopper, once for each phone. Draw and lead are stored together, so that the dealer
 * receives every prize that a shopper has seen. Drawn again, or twice at once, it is the first draw.
 * @returns undefined if the site has no wheel
 * @throws the database's errors
 */
export async function drawPrize(
  services: DrawServices,
  dealer: DealerConfig,
  contact: Contact,
  userAgent: string,
): Promise<PrizeDraw | undefined> {
  const { prizeWheel } = dealer.account;
  if (!prizeWheel) return undefined;
  const { db, clock } = services;
  const at = { dealer: dealer.slug, phone: contact.phone };
  const before = await findPrizeDraw(db, at);
  if (before) return before;
  const prize = drawnPrize(prizeWheel.prizes);
  const now = clock.now();
  const draw: PrizeDraw = {
    prizeId: prize.id,
    label: prize.label,
    wins: prize.wins,
    leadId: randomUUID(),
    drawnAt: now.toISOString(),
  };
  const { lead, outbox } = leadOf(dealer, contact, { draw, message: messageOf(prize), userAgent, now });
  try {
    await storeLead(db, lead, outbox, { keys: [], since: '' }, async (tx) => {
      if (!(await storePrizeDraw(tx, at, draw))) throw new DrawnBefore();
      await queueAcknowledgement(services, tx, dealer, lead);
      return undefined;
    });
    services.log.info({ leadId: draw.leadId, dealer: dealer.slug, prize: prize.id }, 'prize drawn');
    return draw;
  } catch (error) {
    if (error instanceof DrawnBefore) return findPrizeDraw(db, at);
    throw error;
  }
}

/** What a shopper has drawn already, if anything. */
export const prizeDrawOf = (
  { db }: Pick<DrawServices, 'db'>,
  dealer: Pick<DealerConfig, 'slug'>,
  { phone }: Pick<Contact, 'phone'>,
): Promise<PrizeDraw | undefined> => findPrizeDraw(db, { dealer: dealer.slug, phone });

function leadOf(
  dealer: DealerConfig,
  { firstName, lastName, email, phone }: Contact,
  { draw, message, userAgent, now }: { draw: PrizeDraw; message: string; userAgent: string; now: Date },
) {
  const values = { name: firstName, last_name: lastName, email, phone };
  const payload = {
    ...composePayload({
      ...{ dealer, form: DRAW, formName: FORM_NAME, fields: PERSON, values, userAgent, now },
      body: { [FORM_EXTRAS.pagePath]: SPIN_PATH },
      car: undefined,
    }),
    message,
  };
  const record = { kind: 'draw', id: draw.leadId };
  return leadOfRecord(dealer, record, { id: draw.leadId, form: FORM_NAME, payload, now: draw.drawnAt });
}
