import type { Identity } from '#src/config/sections/identity.ts';

type Plan = Identity['subscriptionPlan'];

const together = new Intl.ListFormat('en-AU', { type: 'conjunction' });

/** CFG-16: `Minimum 4 weeks, 300 km a week. Registration, insurance and servicing included`; empty without a plan. */
export function planLine({ minimumTerm, kilometres, inclusions }: Plan): string {
  const [first, ...more] = inclusions;
  const included =
    first === undefined
      ? undefined
      : `${together.format([first, ...more.map((each) => each.charAt(0).toLowerCase() + each.slice(1))])} included`;
  const terms = [minimumTerm && `Minimum ${minimumTerm}`, kilometres].filter(Boolean).join(', ');
  return [terms, included].filter(Boolean).join('. ');
}
