import type { LeadValues } from '#src/domain/lead/lead-field.ts';
import { HONEYPOT_REASON } from '#src/domain/lead/lead-limits.ts';
import { FORM_EXTRAS } from '#src/wire/form-extras.ts';

/** What becomes of a lead that is filled in rightly; one held on suspicion is stored, but waits for a person. */
export type Verdict = { kind: 'send' } | { kind: 'hold'; reason: string };

/**
 * Spam is kept out without harming people: whatever looks like a machine is held, never lost. How fast a form was
 * sent says nothing: browsers fill one in at once.
 */
export function judgeLead(body: LeadValues): Verdict {
  return body[FORM_EXTRAS.honeypot] ? { kind: 'hold', reason: HONEYPOT_REASON } : { kind: 'send' };
}
