import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { textVersion } from '#src/config/public/text-version.ts';
import { type AdvertisedRepayment, advertisedRepayment } from '#src/domain/finance/advertised-repayment.ts';
import { type FinanceDisclaimer, financeDisclaimer } from '#src/domain/finance/finance-disclaimer.ts';
import {
  type FinanceShown,
  FinanceShownSchema,
  financeShown,
  financeWording,
  ownFigureShown,
} from '#src/domain/finance/finance-shown.ts';
import { ownLoanRules } from '#src/domain/finance/own-loan-rules.ts';
import { priceDisplay, pricedDollars, pricingOf } from '#src/domain/vehicle/price-display.ts';
import type { Vehicle } from '#src/domain/vehicle/vehicle.ts';
import type { Services } from '../services.ts';

export type Wording = { version: string; text: string };

/** The repayment of a car as pages show it, with the disclaimer beside it. */
export type CarFinance = {
  repayment: AdvertisedRepayment;
  disclaimer: FinanceDisclaimer;
  wording: Wording;
  /** Null where the page shows no figure. */
  shown: FinanceShown | null;
};

export function carFinance(dealer: DealerConfig, car: Vehicle, now: Date): CarFinance | null {
  const repayment = advertisedRepayment(car, dealer, { now: () => now });
  if (!repayment) return null;
  const disclaimer = financeDisclaimer(repayment, car, dealer.finance);
  const paragraphs = financeWording(disclaimer);
  const wording = { version: textVersion(paragraphs), text: paragraphs.join('\n\n') };
  return { repayment, disclaimer, wording, shown: financeShown(repayment, wording.version) };
}

type Sealed = { secret: string; dealer: string; carId: string };

const sealOf = ({ secret, dealer, carId }: Sealed, data: string): string =>
  createHmac('sha256', secret).update(`finance-seen\n${dealer}\n${carId}\n${data}`).digest('base64url');

/** The figures as a form carries them, so that the lead records what was on the page, not what is by then. */
export function sealFigures(shown: FinanceShown, sealed: Sealed): string {
  const data = Buffer.from(JSON.stringify(shown)).toString('base64url');
  return `${data}.${sealOf(sealed, data)}`;
}

/** @returns undefined for a text this server did not seal for this car */
export function openFigures(text: string, sealed: Sealed): FinanceShown | undefined {
  const [data = '', seal = ''] = text.split('.');
  const expected = Buffer.from(sealOf(sealed, data));
  const given = Buffer.from(seal);
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return undefined;
  const parsed = v.safeParse(
    v.pipe(v.string(), v.parseJson(), FinanceShownSchema),
    Buffer.from(data, 'base64url').toString(),
  );
  return parsed.success ? parsed.output : undefined;
}

/**
 * What a lead about a car records: the figures of its form, else those of the car's page now, and those for the
 * shopper's own terms.
 */
export function financeOfLead(
  { env }: Pick<Services, 'env'>,
  dealer: DealerConfig,
  car: Vehicle & { id: string },
  { seen, ownTerms, now }: { seen: string | undefined; ownTerms: string | undefined; now: Date },
): { shown: FinanceShown | undefined; wording: Wording | undefined } {
  const current = carFinance(dealer, car, now);
  const sealed = { secret: env.SITE_SECRET, dealer: dealer.slug, carId: car.id };
  const shown = (seen && openFigures(seen, sealed)) || (current?.shown ?? undefined);
  const words = { noPriceText: '', subscriptionSite: dealer.subscription };
  const price = pricedDollars(priceDisplay(pricingOf(car, dealer.stock.defaultPriceType), words));
  const own = shown && ownTerms ? ownFigureShown(ownTerms, ownLoanRules(dealer), price) : undefined;
  return {
    shown: shown && own ? { ...shown, own } : shown,
    wording: current?.shown ? current.wording : undefined,
  };
}
