import {
  type PaymentSandbox,
  paymentSandbox,
} from '#src/features/reservations/server/payments/local-payments.ts';
import { paymentService } from '#src/features/reservations/server/payments/payment-service.ts';
import { type AccountStage, TWIN_STRIPE } from './account-stage.ts';

const PAGES = 'http://127.0.0.1:1';
/** What signs events of the first dealer. */
export const WEBHOOK_SECRET = 'whsec_bench';
const SECRETS = {
  ...{ DEALER_RIVERBEND_STRIPE_KEY: 'sk_bench', DEALER_RIVERBEND_STRIPE_WEBHOOK: WEBHOOK_SECRET },
  ...{ [TWIN_STRIPE.secretKey]: 'sk_twin', [TWIN_STRIPE.webhookSecret]: 'whsec_twin' },
};

/** From now on deposits are paid in a sandbox. */
export function takeDeposits({ services }: AccountStage): PaymentSandbox {
  Object.assign(process.env, SECRETS);
  const sandbox = paymentSandbox({ pageAt: `${PAGES}/pay`, clock: services.clock });
  services.payments = paymentService({ ...services.env, PAYMENTS_ORIGIN: PAGES }, sandbox);
  return sandbox;
}
