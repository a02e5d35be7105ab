import type { DealerConfig } from '#src/config/dealer-config.ts';
import { type Environment, secretNamed } from '#src/config/environment.ts';
import { depositCents } from '#src/features/reservations/reservable-vehicle.ts';
import type { PaymentSandbox } from './local-payments.ts';
import type { Payments } from './payment-provider.ts';
import { stripePayments } from './stripe-payments.ts';

export type PaymentService = {
  /** Origin of the payment pages. */
  origin: string;
  /** Undefined for a dealer without an account, or without its secrets in the environment. */
  of(dealer: DealerConfig): Payments | undefined;
};

type Account = Pick<DealerConfig, 'payments'>;
type Settings = Pick<Environment, 'PAYMENTS_URL' | 'PAYMENTS_ORIGIN'>;

/** CFG-23: undefined unless complete. */
function secretsOf({ payments: { stripe } }: Account): { key: string; webhookSecret: string } | undefined {
  const key = stripe && secretNamed(stripe.secretKey);
  const webhookSecret = stripe && secretNamed(stripe.webhookSecret);
  return key && webhookSecret ? { key, webhookSecret } : undefined;
}

/** BUY-01: whether vehicles are reserved by an online deposit instead of a request. */
export const takesDeposits = (dealer: Account & Pick<DealerConfig, 'reserve'>): boolean =>
  depositCents(dealer.reserve) !== undefined && secretsOf(dealer) !== undefined;

/**
 * Decision 31: Stripe, or the sandbox for demos and tests. No setting selects the sandbox, so that a production site
 * can never accept its events.
 */
export function paymentService(env: Settings, sandbox?: PaymentSandbox): PaymentService {
  const accounts = new Map<string, Payments>();
  return {
    origin: env.PAYMENTS_ORIGIN,
    of(dealer) {
      const secrets = secretsOf(dealer);
      if (!secrets) return undefined;
      const { key, webhookSecret } = secrets;
      const name = `${key}\n${webhookSecret}`;
      const account =
        accounts.get(name) ??
        sandbox?.account(webhookSecret) ??
        stripePayments({ url: env.PAYMENTS_URL, key, webhookSecret });
      accounts.set(name, account);
      return account;
    },
  };
}

/** The URL of the payment page, if it is on the processor's origin (no open redirects). */
export function paymentPage({ origin }: Pick<PaymentService, 'origin'>, address: string): string | undefined {
  const page = URL.parse(address);
  return page?.origin === origin && page.username === '' && page.password === '' ? page.href : undefined;
}
