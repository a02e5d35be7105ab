import type { PriceDisplay } from '#src/features/vehicle/price/price-display.ts';
import type { Fact } from '#src/features/vehicle/text/vehicle-facts.ts';
import type { VehicleSheet } from '#src/features/vehicle/text/vehicle-sheet.ts';

/** A vehicle of a comparison. */
export type ComparedCar = Pick<VehicleSheet, 'name' | 'repayment' | 'features' | 'basis' | 'smallPrint'> & {
  id: string;
  /** As the address of the comparison names it: its own, or a former one. */
  slug: string;
  /** Its page. */
  path: string;
  /** Address of its picture. */
  image: string | undefined;
  price: Pick<PriceDisplay, 'text' | 'typeText'>;
  /** The price in whole dollars, for the shopper's own terms. */
  dollars: number | undefined;
  facts: Fact[];
};

/** Every vehicle has its own: they say nothing of how two differ. */
const OF_ONE_VEHICLE = ['VIN', 'Stock number', 'Registration plate'];

/** One line of a comparison; a text for each vehicle, null where it is not known. */
export type ComparedRow = { label: string; texts: (string | null)[]; differs: boolean };

const differ = (texts: readonly (string | null)[]): boolean => new Set(texts).size > 1;

/** The facts of several vehicles beside one another, in the order of the first that has them. */
export function comparedRows(vehicles: readonly (readonly Fact[])[]): ComparedRow[] {
  const labels = new Set(vehicles.flatMap((facts) => facts.map(({ label }) => label)));
  return [...labels]
    .filter((label) => !OF_ONE_VEHICLE.includes(label))
    .map((label) => {
      const texts = vehicles.map((facts) => facts.find((fact) => fact.label === label)?.text ?? null);
      return { label, texts, differs: differ(texts) };
    });
}

/** Equipment that all have, and of each what not all have. */
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
