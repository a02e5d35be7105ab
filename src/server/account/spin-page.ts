import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { PrizeDraw } from '#src/providers/database/prize-draws.ts';
import { signInPath } from '#src/routing/gates.ts';
import { href } from '#src/routing/href.ts';
import type { Services } from '../services.ts';
import { drawPrize, prizeDrawOf, SPIN_PATH } from './draw-prize.ts';
import { signedInContact } from './session.ts';

/** Parameter of the page right after a draw: the wheel turns. */
const JUST_DRAWN = 'spun';

/** CONT-09: the content of `/spin-to-win`. */
export type SpinPage =
  | { kind: 'elsewhere'; to: string }
  /** Nobody is signed in. @property signIn where to sign in */
  | { kind: 'signed_out'; signIn: string }
  | { kind: 'ready' }
  | { kind: 'drawn'; draw: PrizeDraw; isTurning: boolean }
  | { kind: 'failed' };

/** A GET shows the wheel, a POST draws and leads back to it. Never rejects because of the database. */
export async function spinPage(
  services: Pick<Services, 'env' | 'clock' | 'log' | 'db'>,
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
    const draw = await prizeDrawOf(services, dealer, contact);
    return draw ? { kind: 'drawn', draw, isTurning: searchParams.has(JUST_DRAWN) } : { kind: 'ready' };
  } catch (error) {
    // The driver's message names tables and the disk, never values.
    const reason = error instanceof Error ? error.message : 'unknown';
    services.log.error({ dealer: dealer.slug, reason }, 'prize wheel not available');
    return { kind: 'failed' };
  }
}
