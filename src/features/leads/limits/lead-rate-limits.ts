/** The number of leads from one sender per window above which they are held, and above which they are refused. */
export type LeadLimit = { hold: number; refuse: number };

/**
 * Per network address, phone number and site. Many shoppers share an address, so leads above `hold` are stored for
 * review. A phone number is never refused; otherwise anyone could block its owner.
 */
export type LeadLimits = { address: LeadLimit; phone: Pick<LeadLimit, 'hold'>; site: LeadLimit };

/**
 * In counting order, the same for every process, to avoid deadlocks. "unproven" are leads without a challenge token
 * on a site with a challenge: a few from shoppers without JavaScript, many from bots.
 */
export const LIMITED_SENDERS = ['address', 'phone', 'unproven', 'site'] as const;
export type LimitedSender = (typeof LIMITED_SENDERS)[number];

export const MAX_UNPROVEN_LEADS = 5;

const HOLD_REASONS: Readonly<Record<LimitedSender, string>> = {
  address: 'many leads from one address',
  phone: 'many leads from one phone',
  unproven: 'many leads without a challenge token',
  site: 'many leads on one site',
};

/** The reason to hold a lead whose honeypot is filled in. */
export const HONEYPOT_REASON = 'trap';

export type LimitVerdict = { kind: 'send' } | { kind: 'hold'; reason: string } | { kind: 'refuse' };

/** @param count leads of this sender in this window, including this one */
export function judgeCount(sender: LimitedSender, count: number, limits: LeadLimits): LimitVerdict {
  const { hold, refuse = Number.POSITIVE_INFINITY }: Pick<LeadLimit, 'hold'> & Partial<LeadLimit> =
    sender === 'unproven' ? { hold: MAX_UNPROVEN_LEADS } : limits[sender];
  if (count > refuse) return { kind: 'refuse' };
  return count > hold ? { kind: 'hold', reason: HOLD_REASONS[sender] } : { kind: 'send' };
}
