import type { DealerConfig } from '#src/config/dealer-config.ts';

type Names = Readonly<Record<string, string>>;

const PLACEHOLDER = /\{(\w+)\}/g;

/** A value with the placeholders of its texts filled in; unknown ones are unchanged. */
function filledIn<T>(value: T, names: Names): T;
function filledIn(value: unknown, names: Names): unknown {
  if (typeof value === 'string') {
    return value.replace(
      PLACEHOLDER,
      (all, key: string) => (Object.hasOwn(names, key) ? names[key] : all) ?? all,
    );
  }
  if (Array.isArray(value)) return value.map((item) => filledIn(item, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filledIn(item, names)]));
}

/**
 * On information pages, "{name}" and "{city}" become the dealer's name and its main location's suburb, and
 * "{contactPromise}" and "{validity}" the promises of its valuations.
 */
export function withNamesInWords(dealer: DealerConfig): DealerConfig {
  const main = dealer.locations.find(({ primary }) => primary) ?? dealer.locations[0];
  const { contactPromise, validDays } = dealer.tradeIn;
  const names = {
    name: dealer.name,
    city: main?.address.city ?? '',
    contactPromise,
    validity: validDays === 1 ? '1 day' : `${validDays} days`,
  };
  return { ...dealer, pages: filledIn(dealer.pages, names) };
}
