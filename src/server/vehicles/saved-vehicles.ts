import * as v from 'valibot';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { itemNoun, stockNoun } from '#src/config/sections/verticals.ts';
import type { CardDocument } from '#src/domain/search/card-document.ts';
import { isAvailable } from '#src/domain/vehicle/availability.ts';
import { priceDisplay } from '#src/domain/vehicle/price-display.ts';
import {
  goneSince,
  priceSince,
  readSavedPrice,
  type SavedChange,
  type SavedPrice,
  savedPriceOf,
  soldSince,
} from '#src/domain/vehicle/saved-change.ts';
import { type StockedVehicle, vehicleName } from '#src/domain/vehicle/vehicle.ts';
import { findVehiclesByFormerId, findVehiclesById } from '#src/providers/database/vehicles-by-id.ts';
import { errorResponse } from '#src/wire/error.ts';
import { SavedRequestSchema } from '#src/wire/vehicle-cards.ts';
import type { Services } from '../services.ts';
import { cardsOf } from './listed-cards.ts';
import { pageOf } from './vehicle-page.ts';

type Reads = Pick<Services, 'db' | 'clock' | 'log'>;

/** A vehicle as it was saved. */
export type SavedVehicle = { id: string; price?: SavedPrice | undefined };

/** What a list of saved vehicles shows of one: its card, or only what became of it. */
export type SavedEntry =
  | { kind: 'card'; car: CardDocument; change: SavedChange | null; hasPage: boolean }
  | { kind: 'gone'; id: string; change: SavedChange; name?: string };

/** The price a card shows. */
function shownPrice(car: CardDocument, dealer: DealerConfig): SavedPrice | undefined {
  const { pricing } = car;
  return savedPriceOf(
    priceDisplay(pricing, { noPriceText: '', subscriptionSite: dealer.subscription }),
    pricing,
  );
}

/** A vehicle without a page: a hidden one is like one never listed. */
function goneEntry(
  id: string,
  vehicle: StockedVehicle | undefined,
  dealer: DealerConfig,
  now: Date,
): SavedEntry {
  const isKnown = vehicle !== undefined && pageOf(vehicle, dealer, now).kind !== 'unknown';
  const noun = isKnown ? itemNoun(vehicle.item_type).one : stockNoun(dealer.verticals).one;
  const isSold = isKnown && !isAvailable(vehicle);
  return { kind: 'gone', id, change: isSold ? soldSince(noun) : goneSince(noun) };
}

/**
 * FAV-01: saved vehicles in their current state with what has changed, in their order; none is left out.
 * @param vehicles those of them that were found
 * @param isWatched VDP-16: a list on the server, on which a vehicle that is sold stays after its page has ended
 */
export async function entriesOf(
  services: Reads,
  dealer: DealerConfig,
  {
    saved,
    vehicles,
    isWatched,
  }: { saved: readonly SavedVehicle[]; vehicles: readonly StockedVehicle[]; isWatched: boolean },
): Promise<SavedEntry[]> {
  const now = services.clock.now();
  const byId = new Map(vehicles.map((vehicle) => [vehicle.id, vehicle]));
  const pages = new Map(vehicles.map((vehicle) => [vehicle.id, pageOf(vehicle, dealer, now).kind]));
  const staysShown = (vehicle: StockedVehicle) =>
    isWatched && !isAvailable(vehicle) && pages.get(vehicle.id) !== 'unknown';
  const shown = vehicles.filter((vehicle) => pages.get(vehicle.id) === 'listed' || staysShown(vehicle));
  const cards = new Map((await cardsOf(services, dealer, shown)).map((car) => [car.id, car]));
  return saved.map(({ id, price }) => {
    const car = cards.get(id);
    const vehicle = byId.get(id);
    if (!car) {
      const isKnown = isWatched && vehicle !== undefined && pages.get(id) !== 'unknown';
      return { ...goneEntry(id, vehicle, dealer, now), ...(isKnown && { name: vehicleName(vehicle) }) };
    }
    const isSold = vehicle !== undefined && !isAvailable(vehicle);
    const change = isSold
      ? soldSince(itemNoun(car.item_type).one)
      : priceSince(price, shownPrice(car, dealer), car.item_type);
    return { kind: 'card', car, change, hasPage: pages.get(id) === 'listed' };
  });
}

function readSaved(text: string): SavedVehicle {
  const [id = '', ...price] = text.split('.');
  return { id, price: readSavedPrice(price.join('.')) };
}

/** The vehicles, and by which ids they have now they were saved: a browser may hold ids of before they were keyed. */
async function findSaved({ db, clock }: Reads, dealer: DealerConfig, inBrowser: readonly SavedVehicle[]) {
  const ids = inBrowser.map(({ id }) => id);
  const present = await findVehiclesById(db, dealer.slug, ids);
  const presentIds = new Set(present.map(({ id }) => id));
  const others = ids.filter((id) => !presentIds.has(id));
  const former = await findVehiclesByFormerId(db, dealer.slug, others);
  // Former ids can be computed: they give access only to public data.
  for (const [id, vehicle] of former)
    if (pageOf(vehicle, dealer, clock.now()).kind !== 'listed') former.delete(id);
  return {
    saved: inBrowser.map(({ id, price }) => ({ id: former.get(id)?.id ?? id, price })),
    vehicles: [...present, ...former.values()],
  };
}

/** @returns a response of 400 `bad_request` if the query cannot be read */
export async function savedInBrowser(
  services: Reads,
  dealer: DealerConfig,
  query: URLSearchParams,
): Promise<SavedEntry[] | Response> {
  const asked = v.safeParse(SavedRequestSchema, { car: query.getAll('car') });
  if (!asked.success) return errorResponse(400, 'bad_request', 'The vehicles cannot be read.');
  const { saved, vehicles } = await findSaved(services, dealer, asked.output.car.map(readSaved));
  return entriesOf(services, dealer, { saved, vehicles, isWatched: false });
}
