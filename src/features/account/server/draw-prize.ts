import { randomInt, randomUUID } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Prize } from '#src/config/sections/business/account-section.ts';
import { allChances, prizeOf } from '#src/features/account/prize-draw.ts';
import { FORM_EXTRAS } from '#src/features/leads/fields/form-extras.ts';
import { PERSON } from '#src/features/leads/fields/lead-fields.ts';
import { defaultEvent, type LeadForm } from '#src/features/leads/forms/form-definition.ts';
import { queueAcknowledgement } from '#src/features/leads/server/delivery/thank-you-email.ts';
import { composePayload } from '#src/features/leads/server/intake/compose-payload.ts';
import { leadOfRecord } from '#src/features/leads/server/intake/lead-record.ts';
import { storeLead } from '#src/features/leads/server/queries/lead-queries.ts';
import { signInPath } from '#src/platform/routing/gates.ts';
import { href } from '#src/platform/routing/href.ts';
import type { Services } from '#src/server/services.ts';
import { findPrizeDraw, type PrizeDraw, storePrizeDraw } from './queries/prize-draw-queries.ts';
import { type Contact, signedInContact } from './session.ts';

type DrawServices = Pick<Services, 'env' | 'clock' | 'log' | 'db'>;

export const SPIN_PATH = '/spin-to-win';
/** Leads of a draw are routed like contact leads. */
const FORM_NAME = 'contact';
export const DRAW_CATEGORY = 'Spin to Win';

const DRAW: LeadForm = {
  category: DRAW_CATEGORY,
  subcategory: () => DRAW_CATEGORY,
  eventId: defaultEvent,
  fields: () => [...PERSON],
};

/** Thrown to roll back the lead if the phone has drawn before. */
class AlreadyDrawn extends Error {}

const messageOf = ({ label, wins, id }: Prize): string =>
  wins ? `Won at Spin to Win: ${label} (${id})` : `Took part in Spin to Win without a prize: ${label}`;

/**
 * CONT-09: draws a prize for a signed-in shopper, once per phone. The draw and its lead are stored in one
 * transaction, so that the dealer learns of every prize shown. A repeated or concurrent draw returns the first.
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
  const { prizes } = prizeWheel;
  const prize = prizeOf(prizes, randomInt(allChances(prizes)));
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
      if (!(await storePrizeDraw(tx, at, draw))) throw new AlreadyDrawn();
      await queueAcknowledgement(services, tx, dealer, lead);
      return undefined;
    });
    services.log.info({ leadId: draw.leadId, dealer: dealer.slug, prize: prize.id }, 'prize drawn');
    return draw;
  } catch (error) {
    if (error instanceof AlreadyDrawn) return findPrizeDraw(db, at);
    throw error;
  }
}

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

/** Parameter of the page after a draw, which animates the wheel. */
const JUST_DRAWN = 'spun';

/** CONT-09. */
export type SpinPage =
  | { kind: 'elsewhere'; to: string }
  /** @property signIn path of the sign-in page */
  | { kind: 'signed_out'; signIn: string }
  | { kind: 'ready' }
  | { kind: 'drawn'; draw: PrizeDraw; isTurning: boolean }
  | { kind: 'failed' };

/** Handles GET, and POST, which draws and redirects back. Never rejects because of the database. */
export async function spinPage(
  services: DrawServices,
  dealer: DealerConfig,
  request: Request,
): Promise<SpinPage> {
  const { searchParams } = new URL(request.url);
  const signIn = signInPath('spin-to-win', SPIN_PATH, '');
  try {
    const contact = await signedInContact(services, dealer.slug, request.headers.get('cookie'));
    if (request.method === 'POST') {
      if (!contact) return { kind: 'elsewhere', to: signIn };
      await drawPrize(services, dealer, contact, request.headers.get('user-agent') ?? '');
      return { kind: 'elsewhere', to: href(SPIN_PATH, { [JUST_DRAWN]: 'yes' }) };
    }
    if (!contact) return { kind: 'signed_out', signIn };
    const draw = await findPrizeDraw(services.db, { dealer: dealer.slug, phone: contact.phone });
    return draw ? { kind: 'drawn', draw, isTurning: searchParams.has(JUST_DRAWN) } : { kind: 'ready' };
  } catch (error) {
    // The driver's message contains names of tables and files, never values.
    const reason = error instanceof Error ? error.message : 'unknown';
    services.log.error({ dealer: dealer.slug, reason }, 'prize wheel not available');
    return { kind: 'failed' };
  }
}
