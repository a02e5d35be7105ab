import * as v from 'valibot';
import { PrizeWheelSchema } from './prize-wheel.ts';
import { flag } from './switches.ts';

/** AUTH-07: why a shopper is sent to sign in. */
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

/** NAV-08: pages for signed-in shoppers. A gate sends those who are not to /sign-in; it says nothing where its page is off. */
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
