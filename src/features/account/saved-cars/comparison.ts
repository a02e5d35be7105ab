import type { DriveAwayPrices } from '#src/features/finance/on-road/estimate-text.ts';
import type { PriceDisplay } from '#src/features/vehicle/price/price-display.ts';
import type { Fact } from '#src/features/vehicle/text/vehicle-facts.ts';
import type { VehicleSheet } from '#src/features/vehicle/text/vehicle-sheet.ts';

export type ComparedCar = Pick<VehicleSheet, 'name' | 'repayment' | 'features' | 'basis' | 'smallPrint'> & {
  id: string;
  /** As in the comparison's URL: the current slug, or a former one. */
  slug: string;
  path: string;
  image: string | undefined;
  price: Pick<PriceDisplay, 'text' | 'typeText'>;
  /** In whole dollars, to calculate the shopper's own terms. */
  dollars: number | undefined;
  /** FAV-210. */
  driveAway: { prices: DriveAwayPrices; isEstimated: boolean } | null;
  facts: Fact[];
};

/** Unique to each vehicle, so not worth comparing. */
const UNIQUE_LABELS = ['VIN', 'Stock number', 'Registration plate'];

/** A row of the comparison; null for a vehicle without the value. */
export type ComparedRow = { label: string; texts: (string | null)[]; differs: boolean };

/** Merges the facts of several vehicles into rows, in order of first appearance. */
export function comparedRows(vehicles: readonly (readonly Fact[])[]): ComparedRow[] {
  const labels = new Set(vehicles.flatMap((facts) => facts.map(({ label }) => label)));
  return [...labels]
    .filter((label) => !UNIQUE_LABELS.includes(label))
    .map((label) => {
      const texts = vehicles.map((facts) => facts.find((fact) => fact.label === label)?.text ?? null);
      return { label, texts, differs: new Set(texts).size > 1 };
    });
}

/** Splits equipment into what all vehicles share and what each has besides. */
export function comparedFeatures(vehicles: readonly (readonly string[])[]): {
  shared: string[];
  own: string[][];
} {
  const keys = vehicles.map((features) => new Set(features.map((feature) => feature.toLowerCase())));
  const isShared = (feature: string) => keys.every((has) => has.has(feature.toLowerCase()));
  const [first = []] = vehicles;
  return {
    shared: vehicles.length > 1 ? first.filter(isShared) : [],
    own: vehicles.map((features) =>
      vehicles.length > 1 ? features.filter((feature) => !isShared(feature)) : [...features],
    ),
  };
}
