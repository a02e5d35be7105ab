import { SIGN_IN_TYPES, type SignInType } from '#src/config/sections/business/account-section.ts';

type SignInText = { heading: string; reason: string };

/** AUTH-07: the reason for each gate. */
const TEXTS: Record<SignInType, SignInText> = {
  watchlist: {
    heading: 'Sign in to keep your watchlist',
    reason: 'We save your watchlist with your phone number, so you can open it on any device.',
  },
  'trade-in': {
    heading: 'Sign in to value your vehicle',
    reason: 'We need your number so we can talk the valuation through with you.',
  },
  checkout: {
    heading: 'Sign in to reserve a vehicle',
    reason: 'We hold the vehicle in your name, so we need to know who you are.',
  },
  finance: {
    heading: 'Sign in for your personal repayments',
    reason: 'Your repayments depend on your own details.',
  },
  'spin-to-win': { heading: 'Sign in to spin', reason: 'One spin each.' },
  'online-payment': {
    heading: 'Sign in to pay online',
    reason: 'We need to match the payment to your order.',
  },
  'car-finance': {
    heading: 'Sign in to apply for finance',
    reason: 'An application includes a credit check, so we need to confirm who you are.',
  },
  'my-garage': {
    heading: 'Sign in to your garage',
    reason: 'Your garage lists your enquiries and what you viewed and saved.',
  },
};

const OTHER: SignInText = { heading: 'Sign in', reason: 'Sign in to see this page.' };

export const signInType = (name: string | null): SignInType | undefined =>
  SIGN_IN_TYPES.find((type) => type === name);

export const signInText = (type: SignInType | undefined): SignInText =>
  type === undefined ? OTHER : TEXTS[type];
