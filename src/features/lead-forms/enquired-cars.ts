import { browserStorage, readStored, writeStored } from '#src/ui/browser-storage.ts';

/** FORM-05: cars the shopper has asked about, newest first, in localStorage under `forecourt:enquired`. */
const ENQUIRED_KEY = 'forecourt:enquired';
const MAX_ENQUIRED_CARS = 20;

export type EnquiredCar = { car_id: string; lead_id: string };

const isEnquiredCar = (entry: unknown): entry is EnquiredCar =>
  typeof entry === 'object' &&
  entry !== null &&
  typeof Reflect.get(entry, 'car_id') === 'string' &&
  typeof Reflect.get(entry, 'lead_id') === 'string';

export function enquiredCars(): EnquiredCar[] {
  const stored = readStored(browserStorage('localStorage'), ENQUIRED_KEY);
  return Array.isArray(stored) ? stored.filter(isEnquiredCar) : [];
}

/** A form without a car does not change the list. */
export function rememberEnquiredCars(carIds: readonly string[], leadId: string): void {
  if (carIds.length === 0) return;
  const others = enquiredCars().filter(({ car_id }) => !carIds.includes(car_id));
  const list = [...carIds.map((car_id) => ({ car_id, lead_id: leadId })), ...others].slice(
    0,
    MAX_ENQUIRED_CARS,
  );
  writeStored(browserStorage('localStorage'), ENQUIRED_KEY, list);
}
