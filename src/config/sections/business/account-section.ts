import * as v from 'valibot';
import { flag, words } from '#src/config/sections/setting-types.ts';

const MAX_CHANCES = 10_000;

const PrizeSchema = v.strictObject({
  id: v.pipe(
    v.string(),
    v.regex(/^[a-z0-9-]{1,40}$/, 'lower-case letters, digits and hyphens, e.g. "free-service"'),
    v.description('CONT-09: name of the prize in stored draws; never reused for another prize'),
  ),
  label: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'text that is not empty'),
    v.maxLength(28, 'at most 28 characters, which fit on the wheel'),
    v.description('CONT-09: the prize, as the wheel names it'),
  ),
  chances: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(1),
    v.maxValue(MAX_CHANCES),
    v.description('CONT-09: how many chances it has among those of all prizes together'),
  ),
  wins: flag(true, 'CONT-09: off for a field of the wheel without a prize'),
});

/** CONT-09: the game on /spin-to-win. */
const PrizeWheelSchema = v.strictObject({
  prizes: v.pipe(
    v.array(PrizeSchema),
    v.minLength(2, 'at least two fields'),
    v.maxLength(12, 'at most twelve fields'),
    v.check(
      (prizes) => new Set(prizes.map(({ id }) => id)).size === prizes.length,
      'an id of its own for each prize',
    ),
    v.description('CONT-09: fields of the wheel, clockwise from the top'),
  ),
  terms: words('CONT-09: conditions, with the permit where the state asks for one; shown below the wheel'),
});

export type PrizeWheel = v.InferOutput<typeof PrizeWheelSchema>;
export type Prize = PrizeWheel['prizes'][number];

/** AUTH-07: reason for sign-in. */
export const SIGN_IN_TYPES = [
  'watchlist',
  'trade-in',
  'checkout',
  'finance',
  'spin-to-win',
  'online-payment',
  'car-finance',
  'my-garage',
] as const;
export type SignInType = (typeof SIGN_IN_TYPES)[number];

/**
 * NAV-08: pages for signed-in shoppers. A gate redirects others to /sign-in, and has no effect if its page is disabled.
 */
export const AccountSchema = v.strictObject({
  signIn: flag(false, 'AUTH-04: whether the site has sign-in; gates and gated pages need it'),
  myGarage: flag(
    false,
    'NAV-08: the garage of a signed-in shopper, at the address of links.garage; always gated',
  ),
  watchlist: flag(
    false,
    'FAV-02: hearts save to the watchlist of the signed-in shopper, else in the browser; needs signIn and card.favourites',
  ),
  onlinePayment: flag(false, 'NAV-08: /online-payment; always gated'),
  gates: v.optional(
    v.pipe(
      v.strictObject({
        checkout: flag(true, 'AUTH-07: reserving a car needs sign-in'),
        spinToWin: flag(true, 'AUTH-07: /spin-to-win needs sign-in'),
        personalisedFinance: flag(true, 'AUTH-07: /personalised/finance needs sign-in'),
        equifaxFinance: flag(
          false,
          'AUTH-07: the finance page of links.finance needs sign-in, as an Equifax check does',
        ),
        tradeIn: flag(false, 'AUTH-07: /trade-in and /cars/trade-in need sign-in'),
        sellMyCar: flag(false, 'AUTH-07: /sell-my-car and /sell-your-car need sign-in'),
      }),
      v.description('AUTH-07: what else needs sign-in, besides the garage and online payment'),
    ),
    {},
  ),
  prizeWheel: v.optional(
    v.pipe(
      PrizeWheelSchema,
      v.description('CONT-09: the wheel of /spin-to-win; without it the page is text. It needs sign-in'),
    ),
  ),
});

export type AccountConfig = v.InferOutput<typeof AccountSchema>;
