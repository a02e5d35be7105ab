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
  /** ISO 8601. */
  valuedAt: string;
};

const isValuation = (value: unknown): value is DeviceValuation =>
  isJsonObject(value) &&
  typeof value.name === 'string' &&
  typeof value.validUntil === 'string' &&
  typeof value.valuedAt === 'string' &&
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

/** The valuation that this device knows, while it is valid. */
export function validValuation(): DeviceValuation | undefined {
  const valuation = $valuation.get();
  return valuation && valuation.validUntil >= new Date().toISOString().slice(0, 10) ? valuation : undefined;
}
