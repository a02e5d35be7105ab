import '#src/platform/ui/storage/stored-list.ts';
import { persistentAtom } from '@nanostores/persistent';
import { isJsonObject } from '#src/platform/text/untrusted-values.ts';

/** The last online valuation of the shopper's own vehicle on this device. */
export type DeviceValuation = {
  /** `2018 Mazda 3` */
  name: string;
  cents: number;
  /** Last day, YYYY-MM-DD. */
  validUntil: string;
};

const isValuation = (value: unknown): value is DeviceValuation =>
  isJsonObject(value) &&
  typeof value.name === 'string' &&
  typeof value.validUntil === 'string' &&
  Number.isSafeInteger(value.cents);

export const $valuation = persistentAtom<DeviceValuation | null>('forecourt:valuation', null, {
  encode: (valuation) => (valuation ? JSON.stringify(valuation) : undefined),
  decode(text) {
    try {
      const stored: unknown = JSON.parse(text);
      return isValuation(stored) ? stored : null;
    } catch {
      return null;
    }
  },
});

/** Whole dollars, as a deal takes them. */
export const valuationDollars = ({ cents }: DeviceValuation): number => Math.floor(cents / 100);
