import { isbot } from 'isbot';
import * as v from 'valibot';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { realPictures } from '#src/features/vehicle/media/vehicle-media.ts';
import { priceDisplay, pricingOf } from '#src/features/vehicle/price/price-display.ts';
import { isAvailable, type StockedVehicle } from '#src/features/vehicle/vehicle.ts';
import {
  type CarFields,
  carFields,
  changedFields,
  type PageFields,
  photosText,
  type VehicleView,
  VehicleViewRequestSchema,
} from '#src/features/vehicle/vehicle-endpoints.ts';
import { errorResponse } from '#src/platform/http/endpoint.ts';
import type { Services } from '#src/server/services.ts';
import { pageOf } from './find-vehicle-page.ts';
import { countView, findViewedVehicle } from './queries/vehicle-view-queries.ts';

type ViewRequest = v.InferOutput<typeof VehicleViewRequestSchema>;
type ViewServices = Pick<Services, 'clock' | 'db' | 'log'>;

const HEADERS = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' };

/** The values shown on the page, from the request. */
const pageFields = ({ photos_count, reserved, ...shown }: ViewRequest): PageFields => ({
  ...shown,
  photos_count: photos_count === undefined ? undefined : photosText(Number(photos_count)),
  reserved: reserved === undefined ? undefined : reserved === 'true',
});

const fieldsOf = (vehicle: StockedVehicle, { stock, vehiclePage, subscription }: DealerConfig): CarFields => {
  const price = priceDisplay(pricingOf(vehicle, stock.defaultPriceType), {
    noPriceText: vehiclePage.noPriceText,
    subscriptionSite: subscription,
  });
  return carFields(vehicle, price, realPictures(vehicle.images).length);
};

/** Does not delay the response. */
function countAfterResponse({ db, log }: ViewServices, dealer: string, carId: string): void {
  setImmediate(() => {
    countView(db, dealer, carId).catch((error: unknown) => {
      log.error({ dealer, reason: error instanceof Error ? error.message : 'unknown' }, 'view not counted');
    });
  });
}

/**
 * VDP-21: page views, and changes of a vehicle since its page was rendered. A GET counts the view, except by bots.
 */
export async function respondWithView(
  services: ViewServices,
  dealer: DealerConfig,
  slug: string,
  { method, query, userAgent }: { method: string; query: URLSearchParams; userAgent: string | null },
): Promise<Response> {
  const found = await findViewedVehicle(services.db, dealer.slug, slug);
  const page = found && pageOf(found.vehicle, dealer, services.clock.now());
  if (!page || page.kind === 'unknown')
    return errorResponse(404, 'unknown_car', 'No such vehicle is listed.', HEADERS);
  const { vehicle, views } = found;
  const respond = (view: VehicleView) => Response.json(view, { headers: HEADERS });
  if (page.kind !== 'listed')
    return respond({ car_fields: { status: isAvailable(vehicle) ? 'gone' : 'sold' } });

  const request = v.parse(VehicleViewRequestSchema, Object.fromEntries(query));
  const isCounted =
    method === 'GET' && request.counted === undefined && userAgent !== null && !isbot(userAgent);
  if (isCounted) countAfterResponse(services, dealer.slug, vehicle.id);
  const changed = changedFields(fieldsOf(vehicle, dealer), pageFields(request));
  if (page.isSold && changed.status) return respond({ car_fields: { status: changed.status } });
  return respond({ views: isCounted ? views + 1 : views, car_fields: changed });
}
