import { capitalised } from '#src/config/sections/stock/stock-terms.ts';
import { priceTypeLabel } from '#src/features/vehicle/price/price-display.ts';
import { type Cents, formatCents } from '#src/platform/number/number-format.ts';
import type { DealChoices } from './deal-choices.ts';
import { chosenExtras, type DealFacts, type DealFare, loanTermsOf, registrationState } from './deal-sum.ts';

const was = (name: string, before: Cents, now: Cents): string[] =>
  before === now
    ? []
    : [`${name} was ${formatCents(before)} when this deal was made. It’s ${formatCents(now)} now.`];

function priceChange({ car, price }: DealFacts, { seenPrice }: DealChoices): string[] {
  if (!seenPrice) return [];
  if (seenPrice.type === price.type) return was(`The ${car.noun}`, seenPrice.cents, price.cents);
  return [
    `The ${car.noun} was ${formatCents(seenPrice.cents)} ${priceTypeLabel(seenPrice.type)} when this deal was made. It’s ${formatCents(price.cents)} ${price.typeText} now.`,
  ];
}

/** The name of an extra that the dealer has removed. */
const nameOfId = (id: string): string => capitalised(id.replaceAll('-', ' '));

const extraChanges = ({ extras }: DealFacts, choices: DealChoices): string[] =>
  choices.extras.flatMap(({ id, seenCents }) => {
    const offered = extras.find((each) => each.id === id);
    return offered
      ? was(offered.name, seenCents, offered.cents)
      : [`${nameOfId(id)} is no longer offered for this vehicle, so it isn’t part of the total.`];
  });

function handoverChanges(facts: DealFacts, choices: DealChoices, fare: DealFare | null): string[] {
  const { handover, day, seenFare } = choices;
  const isFare = fare && 'cents' in fare && seenFare?.postcode === fare.postcode;
  return [
    ...(handover === 'delivery' && !facts.delivers
      ? [
          'We can’t estimate delivery right now. Choose pick-up, or ask us about delivery when you send your deal.',
        ]
      : []),
    ...(handover === 'delivery' && isFare && seenFare ? was('Delivery', seenFare.cents, fare.cents) : []),
    ...(day !== undefined && !facts.days.some(({ date }) => date === day)
      ? ['The day you chose is no longer available. Please choose another.']
      : []),
  ];
}

/** VDP-236: what has changed since the deal was made, as sentences. */
export function dealChanges(facts: DealFacts, choices: DealChoices, fare: DealFare | null): string[] {
  const { tradeIn, finance, reserve, car } = facts;
  return [
    ...priceChange(facts, choices),
    ...extraChanges(facts, choices),
    ...handoverChanges(facts, choices, fare),
    ...(choices.tradeIn + choices.owing > 0 && !tradeIn
      ? ['We don’t take trade-ins on this vehicle, so yours isn’t part of the total.']
      : []),
    ...(choices.payment === 'finance' && !finance
      ? ['We can’t show a repayment for this vehicle. Send your deal and we’ll quote one.']
      : []),
    ...(choices.reserves && !reserve
      ? [`This ${car.noun} can’t be reserved online right now, so no deposit is part of the total.`]
      : []),
  ];
}

/** The choices that are possible today: what the page shows counts as seen. */
export function asSeen(facts: DealFacts, choices: DealChoices, fare: DealFare | null): DealChoices {
  const { price, onRoad, tradeIn, finance, delivers, days, reserve } = facts;
  const state = onRoad ? registrationState(onRoad, choices) : undefined;
  return {
    ...choices,
    seenPrice: { cents: price.cents, type: price.type },
    state: state === onRoad?.home ? undefined : state,
    ...(tradeIn ? {} : { tradeIn: 0, owing: 0 }),
    ...(finance ? loanTermsOf(finance, choices) : { termYears: undefined, band: undefined }),
    extras: chosenExtras(facts, choices).map(({ id, cents }) => ({ id, seenCents: cents })),
    handover: delivers ? choices.handover : 'pickup',
    seenFare: fare && 'cents' in fare ? { postcode: fare.postcode, cents: fare.cents } : undefined,
    day: days.find(({ date }) => date === choices.day)?.date,
    reserves: choices.reserves && reserve !== null,
  };
}
