import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { FinanceDisclaimer } from '#src/domain/finance/finance-disclaimer.ts';
import { type RepaymentDisplay, repaymentDisplay } from '#src/domain/finance/repayment-display.ts';
import { type PriceDisplay, priceDisplay, pricingOf } from '#src/domain/vehicle/price-display.ts';
import type { StockedVehicle } from '#src/domain/vehicle/vehicle.ts';
import { storeFinanceWording } from '#src/providers/database/finance-wordings.ts';
import type { Services } from '../services.ts';
import { carFinance, sealFigures, type Wording } from './shown-finance.ts';

/** A car beside a finance form. */
export type FinancedCar = {
  car: StockedVehicle;
  /** As the car's own page shows it. */
  price: PriceDisplay;
  /** Null where the site shows none for this car. */
  repayment: RepaymentDisplay | null;
  disclaimer: FinanceDisclaimer | undefined;
  /** The figures, sealed for the form; undefined where none is shown. */
  seal: string | undefined;
};

type Keeper = Pick<Services, 'db' | 'clock' | 'log'>;

const stored = new WeakMap<Services['db'], Set<string>>();

/**
 * Stores the wording of a page with a finance form, once per process. A database that cannot write does not hold up
 * the page: the lead stores its wording too.
 */
async function rememberWording({ db, clock, log }: Keeper, { version, text }: Wording): Promise<void> {
  const known = stored.get(db) ?? new Set();
  stored.set(db, known);
  if (known.has(version)) return;
  known.add(version);
  try {
    await storeFinanceWording(db, { version, text, first_shown_at: clock.now().toISOString() });
  } catch (error) {
    known.delete(version);
    log.warn({ version, reason: error instanceof Error ? error.message : 'unknown' }, 'wording not stored');
  }
}

export async function financedCar(
  services: Keeper & Pick<Services, 'env'>,
  dealer: DealerConfig,
  car: StockedVehicle,
): Promise<FinancedCar> {
  const finance = carFinance(dealer, car, services.clock.now());
  if (finance?.shown) await rememberWording(services, finance.wording);
  const sealed = { secret: services.env.SITE_SECRET, dealer: dealer.slug, carId: car.id };
  return {
    car,
    price: priceDisplay(pricingOf(car, dealer.stock.defaultPriceType), {
      noPriceText: dealer.vehiclePage.noPriceText,
      subscriptionSite: dealer.subscription,
    }),
    repayment: finance && repaymentDisplay(finance.repayment),
    disclaimer: finance?.disclaimer,
    seal: finance?.shown ? sealFigures(finance.shown, sealed) : undefined,
  };
}
