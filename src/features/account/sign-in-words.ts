import { SIGN_IN_TYPES, type SignInType } from '#src/config/sections/account.ts';

type Words = { heading: string; reason: string };

/** AUTH-07: why a shopper was sent to sign in. */
const WORDS: Record<SignInType, Words> = {
  watchlist: {
    heading: 'Sign in to keep your watchlist',
    reason: 'Your watchlist goes with your phone number, so that you find it on every device.',
  },
  'trade-in': {
    heading: 'Sign in to value your vehicle',
    reason: 'We give a valuation to people whose number we know, so that we can talk it through.',
  },
  checkout: {
    heading: 'Sign in to reserve a vehicle',
    reason: 'We hold a vehicle for one person, so we ask who it is for.',
  },
  finance: {
    heading: 'Sign in for your personal repayments',
    reason: 'Personal repayments are worked out for you alone.',
  },
  'spin-to-win': { heading: 'Sign in to spin', reason: 'Everybody has one spin.' },
  'online-payment': {
    heading: 'Sign in to pay online',
    reason: 'A payment belongs to your own order.',
  },
  'car-finance': {
    heading: 'Sign in to apply for finance',
    reason: 'An application asks a credit bureau about you, so we make sure that it is you.',
  },
  'my-garage': {
    heading: 'Sign in to your garage',
    reason: 'Your garage holds your own vehicles, services and saved searches.',
  },
};

const OTHER: Words = { heading: 'Sign in', reason: 'Some pages are for signed-in shoppers alone.' };

export const signInType = (name: string | null): SignInType | undefined =>
  SIGN_IN_TYPES.find((type) => type === name);

/** @param type undefined where nothing says why */
export const signInWords = (type: SignInType | undefined): Words =>
  type === undefined ? OTHER : WORDS[type];
