import type { DealerConfig } from '#src/config/dealer-config.ts';
import { type Environment, secretNamed } from '#src/config/environment.ts';
import { depositCents } from '#src/features/vehicle/actions/vehicle-actions.ts';
import type { PaymentSandbox } from './local-payments.ts';
import type { Payments } from './payment-provider.ts';
import { stripePayments } from './stripe-payments.ts';

/** Accounts of dealers with the payment processor. */
export type PaymentService = {
  /** Website of the payment pages. */
  origin: string;
  /** Undefined for a dealer without an account, or whose secrets the environment does not hold. */
  of(dealer: DealerConfig): Payments | undefined;
};

type Account = Pick<DealerConfig, 'payments'>;
type Settings = Pick<Environment, 'PAYMENTS_URL' | 'PAYMENTS_ORIGIN'>;

/** CFG-23: of a dealer's account; undefined unless it is complete. */
function secretsOf({ payments: { stripe } }: Account): { key: string; webhookSecret: string } | undefined {
  const key = stripe && secretNamed(stripe.secretKey);
  const webhookSecret = stripe && secretNamed(stripe.webhookSecret);
  return key && webhookSecret ? { key, webhookSecret } : undefined;
}

/** BUY-01: whether a dealer's vehicles are reserved by a deposit paid on the site, and no longer by a request. */
export const takesDeposits = (dealer: Account & Pick<DealerConfig, 'card'>): boolean =>
  depositCents(dealer.card) !== undefined && secretsOf(dealer) !== undefined;

/**
 * Decision 31: Stripe, or the sandbox of a demo or a test. No setting selects the sandbox: a site for real shoppers
 * must never take its word that they have paid.
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

/** The payment page, if it is the processor's own: any other would take the shopper elsewhere. */
export function paymentPage({ origin }: Pick<PaymentService, 'origin'>, address: string): string | undefined {
  const page = URL.parse(address);
  return page?.origin === origin && page.username === '' && page.password === '' ? page.href : undefined;
}
