/** The number of leads from one sender per window above which a site holds them, and above which it refuses them. */
export type LeadLimit = { hold: number; refuse: number };

/**
 * Per network address, per phone number and per site. Many shoppers share an address: whatever is above `hold` is
 * stored for a person to look at. A phone number is never refused; otherwise anyone could block its owner.
 */
export type LeadLimits = { address: LeadLimit; phone: Pick<LeadLimit, 'hold'>; site: LeadLimit };

/**
 * In counting order, the same for every process, to avoid deadlocks. "unproven" are the leads of a site with a
 * challenge that come without a challenge token: a few are shoppers whose browser runs no scripts, many are bots.
 */
export const LIMITED_SENDERS = ['address', 'phone', 'unproven', 'site'] as const;
export type LimitedSender = (typeof LIMITED_SENDERS)[number];

export const LIMIT_WINDOW_MS = 600_000;
export const UNPROVEN_LEADS_A_WINDOW = 5;

const HOLD_REASONS: Readonly<Record<LimitedSender, string>> = {
  address: 'many leads from one address',
  phone: 'many leads from one phone',
  unproven: 'many leads without a challenge token',
  site: 'many leads on one site',
};

/** Why a lead with a filled-in hidden field is held. */
export const HONEYPOT_REASON = 'trap';

export type LimitVerdict = { kind: 'send' } | { kind: 'hold'; reason: string } | { kind: 'refuse' };

/** @param count leads of this sender in this window, this one included */
export function judgeCount(sender: LimitedSender, count: number, limits: LeadLimits): LimitVerdict {
  const { hold, refuse = Number.POSITIVE_INFINITY }: Pick<LeadLimit, 'hold'> & Partial<LeadLimit> =
    sender === 'unproven' ? { hold: UNPROVEN_LEADS_A_WINDOW } : limits[sender];
  if (count > refuse) return { kind: 'refuse' };
  return count > hold ? { kind: 'hold', reason: HOLD_REASONS[sender] } : { kind: 'send' };
}

/** The window `now` is in; windows of one length follow each other without a gap. */
export function limitWindow(
  now: Date,
  lengthMs = LIMIT_WINDOW_MS,
): { start: Date; end: Date; secondsLeft: number } {
  const start = Math.floor(now.getTime() / lengthMs) * lengthMs;
  const end = start + lengthMs;
  return {
    start: new Date(start),
    end: new Date(end),
    secondsLeft: Math.ceil((end - now.getTime()) / 1000),
  };
}
