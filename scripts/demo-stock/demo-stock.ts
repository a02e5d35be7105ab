import type { DealerConfig } from '#src/config/dealer-config.ts';
import { allAround } from './all-around.ts';
import { paintWeight } from './choose-paint.ts';
import { type FeedVehicle, pictureId } from './feed-vehicle.ts';
import { inspectionFacts } from './inspection-facts.ts';
import { makeVehicle } from './make-vehicle.ts';
import type { Model } from './model-catalogue.ts';
import { ODDITIES } from './oddities.data.ts';
import { officeFacts } from './office-facts.ts';
import { demoPhotosOf, type PhotoLibrary } from './photos/photo-library.ts';
import { picturedShape } from './photos/pictured-shape.ts';
import { type FirstPhoto, type Photographed, spreadPhotos } from './photos/spread-photos.ts';
import { createRandom } from './random.ts';
import type { Paint, Shape } from './shapes.data.ts';
import type { Trade } from './trades.data.ts';
import { yardOf } from './yard.ts';

export const DEMO_SEED = 'forecourt';

export type DemoStockOptions = {
  dealer: DealerConfig;
  /** Calendar day `YYYY-MM-DD` that ages and registrations count from. */
  today: string;
  seed?: string;
  photos?: PhotoLibrary;
};

const CAR_YARDS: readonly Trade[] = ['group', 'single-make', 'used-only'];

const oddityOf = (index: number, trade: Trade): Partial<FeedVehicle> =>
  ODDITIES.find((oddity) => oddity.index === index && (!oddity.ofCarYards || CAR_YARDS.includes(trade)))
    ?.fields ?? {};

/** `demo-suv-white-side` → the model, paint and angle it shows. */
const PHOTO = /^demo-(?<shape>[\w-]+)-(?<paint>[a-z]+)-(?<angle>[a-z]+)$/;

function photographed(vehicle: FeedVehicle): Photographed {
  const { shape = '', paint, angle } = PHOTO.exec(pictureId(vehicle.images[0] ?? ''))?.groups ?? {};
  const first = paint && angle ? { paint: paint as Paint, angle } : undefined;
  return { vehicle, shape, first };
}

/** The ways in which a shape can be seen first. */
function waysOf(photos: PhotoLibrary, shape: Shape): FirstPhoto[] {
  return [...photos.paintsOf(shape)].flatMap((paint) =>
    photos.firstAnglesOf(shape, paint).map((angle) => ({ paint, angle })),
  );
}

/** A model with those of its badges that the dealer has photos of. */
function shownOf(model: Model, photos: PhotoLibrary): Model | undefined {
  const badges = model.badges.filter(({ name }) => photos.paintsOf(picturedShape(model, name)).size > 0);
  return badges.length > 0 ? { ...model, badges } : undefined;
}

/**
 * A yard full of vehicles, as many and of the kinds that the dealer's configuration suggests (see yard.ts).
 * The same dealer, seed, day and photos give the same vehicles.
 */
export function generateDemoStock(options: DemoStockOptions): FeedVehicle[] {
  const { dealer, today, seed = DEMO_SEED, photos = demoPhotosOf(dealer.slug) } = options;
  const yard = yardOf(dealer, (model) => shownOf(model, photos));
  const make = (index: number, attempt: number, first?: FirstPhoto): FeedVehicle => ({
    ...makeVehicle(
      { yard, today, photos },
      index,
      createRandom(`${seed}/${dealer.slug}/${index}/${attempt}`),
      first,
    ),
    ...oddityOf(index, yard.trade),
  });
  const plates = new Set<string>();
  const drawn = Array.from({ length: yard.size }, (_, index) => {
    for (let attempt = 0; ; attempt += 1) {
      const vehicle = make(index, attempt);
      if (vehicle.regplate && plates.has(vehicle.regplate)) continue;
      if (vehicle.regplate) plates.add(vehicle.regplate);
      return { ...photographed(vehicle), index, attempt };
    }
  });
  const spread = spreadPhotos(drawn, {
    dealer,
    year: Number(today.slice(0, 4)),
    waysOf: (shape) => waysOf(photos, shape as Shape),
    weightOf: paintWeight,
    random: createRandom(`${seed}/${dealer.slug}/photos`),
  });
  const stock = drawn.map((each) => {
    const first = spread.get(each);
    return first ? make(each.index, each.attempt, first) : each.vehicle;
  });
  return allAround(stock, photos).map((vehicle, index) => ({
    ...vehicle,
    ...officeFacts(vehicle, { dealer, today }, createRandom(`${seed}/${dealer.slug}/${index}/office`)),
    ...inspectionFacts(
      vehicle,
      { dealer, today },
      createRandom(`${seed}/${dealer.slug}/${index}/inspection`),
    ),
  }));
}
