import { dealerLicence } from '#src/config/public/dealer-facts.ts';
import type { PublicConfig } from '#src/config/public/public-config.ts';
import type { Dealership, Location } from '#src/config/sections/business/locations-section.ts';
import type { StockRules } from '#src/config/sections/stock/stock-section.ts';
import { itemNoun, stockNoun } from '#src/config/sections/stock/stock-terms.ts';
import { writeFavourite } from '#src/features/account/saved-cars/car-lists.ts';
import { savedPriceOf, writeSavedPrice } from '#src/features/account/saved-cars/saved-change.ts';
import { availabilityQuestion } from '#src/features/leads/fields/form-messages.ts';
import { directionsUrl, placeDirectionsUrl } from '#src/features/locations/location-directory.ts';
import { maskPhone, phoneForCar } from '#src/features/locations/location-phones.ts';
import { carCity, isSameCity } from '#src/features/locations/vehicle-location.ts';
import { BODY_LABELS } from '#src/features/search/facets/facets.ts';
import { certification, pageTags } from '#src/features/vehicle/actions/card-tag.ts';
import { hasHeart } from '#src/features/vehicle/actions/vehicle-actions.ts';
import { comesWith } from '#src/features/vehicle/assurance/comes-with.ts';
import { shownInspection } from '#src/features/vehicle/assurance/inspection.ts';
import { mainBody } from '#src/features/vehicle/body-words.ts';
import {
  realPictures,
  shownPictures,
  vehicleVideo,
  vehicleViews,
  viewsPolicy,
} from '#src/features/vehicle/media/vehicle-media.ts';
import { listedSince, listedText, priceDrop } from '#src/features/vehicle/price/listing-history.ts';
import { marketStanding } from '#src/features/vehicle/price/market-price.ts';
import { priceDisplay, priceTypeMeaning, pricingOf } from '#src/features/vehicle/price/price-display.ts';
import { priceHistory } from '#src/features/vehicle/price/price-history.ts';
import {
  badgeAndSeries,
  bodyText,
  vehicleChips,
  vehicleDescription,
  vehicleJsonLd,
  vehicleTitleTag,
} from '#src/features/vehicle/text/vehicle-facts.ts';
import { type StockedVehicle, vehicleName, vehicleTitle } from '#src/features/vehicle/vehicle.ts';
import { type CarFields, callLabel, carFields } from '#src/features/vehicle/vehicle-endpoints.ts';
import { modelSearchPath, vehicleCrumbs, vehiclePath } from '#src/features/vehicle/vehicle-paths.ts';
import {
  GALLERY_PLACE,
  type ImageOriginal,
  imageUrl,
  savedCarImageUrl,
} from '#src/platform/images/image-url.ts';
import { href, withQuery } from '#src/platform/routing/href.ts';
import { viewPath } from '#src/platform/routing/page-paths.ts';
import { watchesVehicles } from '#src/platform/routing/site-routes.ts';
import { zonedDate } from '#src/platform/time/clock.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import { vehicleOffers } from './vehicle-buttons.ts';

/** VDP-01: thumbnails are shown for more pictures than this. */
const THUMBNAILS_ABOVE = 3;
const JSON_LD_PICTURES = 6;
/** Anchor of the vehicle's actions. */
export const ACTIONS_ID = 'actions';

export type ShownVehicle = {
  vehicle: StockedVehicle;
  isSold: boolean;
  location: Location;
  dealership: Dealership;
  now: Date;
  priceTypes: StockRules['defaultPriceType'];
};

/** View model of the vehicle page. */
export function presentVehicle(shown: ShownVehicle, site: PublicConfig) {
  const { isSold, location, dealership, now, priceTypes } = shown;
  const vehicle = site.vehiclePage.inspection ? shown.vehicle : { ...shown.vehicle, inspection: undefined };
  const { origin } = site;
  const name = vehicleName(vehicle);
  const url = `${origin}${vehiclePath(vehicle.slug)}`;
  const pictures = realPictures(vehicle.images);
  const pictured = shownPictures(vehicle);
  const [first] = pictured;
  const pricing = pricingOf(vehicle, priceTypes);
  const price = priceDisplay(pricing, {
    ...site.vehiclePage,
    subscriptionSite: site.subscription,
  });
  const saved = savedPriceOf(price, pricing);
  const body = mainBody(vehicle);
  const crumbs = vehicleCrumbs(
    vehicle,
    { name, slug: vehicle.slug },
    { many: stockNoun(site.verticals).many, isWeekly: price.kind === 'subscription' },
    site.vehiclePage.bodyCrumb && body ? { value: body, label: BODY_LABELS[body] ?? body } : undefined,
  );
  const description = vehicleDescription(vehicle, price, dealership.name);
  const city = carCity(vehicle, site.locations, location.address.city);
  const titleTag = vehicleTitleTag(vehicle, price, city);
  const fullImage = (picture: ImageOriginal) =>
    new URL(imageUrl(site.images, picture, { width: 1280, format: 'jpg', crop: '3x2' }), origin).href;
  const seller = { name: dealership.name, url: origin, address: location.address };
  const ageDays = (now.getTime() - listedSince(vehicle)) / DAY_MS;
  const offers = vehicleOffers(vehicle, dealership, site, price);
  const { status, car_type } = vehicle;
  const canBeSaved = hasHeart(
    { status, car_type, image_id: first?.id ?? null },
    saved?.cents ?? null,
    site.card,
    dealership.switches,
  );
  const main = site.locations.find(({ primary }) => primary);
  const views = vehicleViews(vehicle, site.vehiclePage);
  const video = site.vehiclePage.video ? vehicleVideo(vehicle) : null;
  const fields = carFields(vehicle, price, pictures.length);
  const inspection = isSold ? null : shownInspection(vehicle, pictures, views.spin?.frames.length ?? 0);
  const elsewhere = isSameCity(city, location.address.city) ? null : city;

  return {
    name,
    titleTag,
    /** Null without a price. */
    priceMeaning:
      price.kind === 'price' && pricing.price_type !== null
        ? priceTypeMeaning(pricing.price_type, pricing.item_type)
        : null,
    description,
    crumbs,
    pictures,
    inspection,
    views,
    video,
    policy: viewsPolicy(views, video),
    location,
    dealership,
    elsewhere,
    url,
    offers,
    directions: directionsTo(location, elsewhere, vehicle.state),
    header: {
      name,
      facts: [vehicle.simple_transmission, bodyText(vehicle)].filter((fact) => fact !== undefined),
      thumbnail: first ? imageUrl(site.images, first, { width: 320, crop: GALLERY_PLACE.crop }) : null,
      price,
      actions: [offers.finance, offers.tradeIn].filter((action) => action !== undefined),
    },
    call: {
      label: site.copy.callNow,
      maskedPhone: maskPhone(
        phoneForCar(site.phones, vehicle.car_type, location.phone, dealership.switches.phonePerCarType),
      ),
      action: `${href(vehiclePath(vehicle.slug))}#${ACTIONS_ID}`,
      ids: { car_id: vehicle.id, dealership_id: dealership.id, website_id: site.slug },
      eventLabel: callLabel(vehicle.car_type),
    },
    /** LOC-10. */
    announced: site.vehiclePage.announcementBar && !isSameCity(city, main?.address.city) ? city : null,
    /** VDP-11; CARD-250: where its card says "Fair price", so does the page. */
    market:
      site.vehiclePage.marketPrice && price.kind === 'price' && !isSold
        ? marketStanding(price.cents, vehicle.autograb_data)
        : null,
    priceNotes: [
      site.vehiclePage.priceDrop && price.wasText === null
        ? priceDrop(vehicle.advertised, price, now, site.timeZone)
        : null,
    ].filter((note) => note !== null),
    comesWith: isSold
      ? []
      : comesWith(
          {
            ...{ vehicle, price, state: location.address.state, noun: itemNoun(vehicle.item_type).one },
            year: zonedDate(now, site.timeZone).year,
          },
          site.vehiclePage,
          { history: offers.history, hasInspection: inspection !== null },
        ),
    priceHistory:
      site.vehiclePage.priceHistory && !isSold
        ? priceHistory(vehicle.advertised, price, now, site.timeZone)
        : null,
    listedText: listedText(vehicle, now, site.timeZone),
    hasThumbnails: vehicle.status === 'in_stock' && pictures.length > THUMBNAILS_ABOVE,
    question: isSold ? undefined : { message: availabilityQuestion(name) },
    isNewArrival: !isSold && ageDays <= site.card.newArrivalDays,
    viewed: JSON.stringify({
      id: vehicle.id,
      stocknum: vehicle.stocknum ?? '',
      make: vehicle.make,
      model: vehicle.model,
      body: vehicle.bodyconfiguration ?? '',
      simple_body: vehicle.simple_body ?? '',
    }),
    jsonLd: [
      vehicleJsonLd({
        vehicle,
        price,
        url,
        pictures: pictured.slice(0, JSON_LD_PICTURES).map(fullImage),
        seller,
      }),
    ],
    openGraph: {
      'og:type': 'product',
      'og:site_name': site.name,
      'og:title': titleTag,
      'og:description': description,
      'og:url': url,
      ...(first ? { 'og:image': fullImage(first) } : {}),
    },
    summary: {
      title: vehicleTitle(vehicle),
      noun: vehicle.item_type,
      badge: badgeAndSeries(vehicle),
      chips: vehicleChips(vehicle),
      tags: isSold ? [] : pageTags(vehicle, site.copy),
      certification: isSold ? null : certification(vehicle, site.card),
      price,
      plan: price.kind === 'subscription' && !isSold ? site.subscriptionPlan : null,
      isSold,
      isReserved: vehicle.reserved,
      copy: site.copy,
      offers,
      favourite:
        isSold || !canBeSaved
          ? null
          : writeFavourite({
              id: vehicle.id,
              name,
              slug: vehicle.slug,
              make: vehicle.make,
              model: vehicle.model,
              primary_image_url: first ? savedCarImageUrl(site.images, first) : '',
            }),
      savedPrice: saved && writeSavedPrice(saved),
      isWatched: watchesVehicles(site),
      similarHref: href(modelSearchPath(vehicle)),
      licence: dealerLicence(location, dealership),
      fresh: {
        address: viewAddress(vehicle, fields, { photos_count: pictures.length, website_id: site.slug }),
        notes: changeNotes(vehicle, isSold),
        photosText: fields.photos_count,
        showsViews: site.vehiclePage.views,
        listedText: site.vehiclePage.listedDays && !isSold ? listedText(vehicle, now, site.timeZone) : null,
      },
    },
  };
}

/** VDP-35: includes the values shown on the page, so that the response has only the differences. */
const viewAddress = (
  vehicle: StockedVehicle,
  { reserved, ...fields }: CarFields,
  about: { photos_count: number; website_id: string },
): string => withQuery(href(viewPath(vehicle)), { ...fields, ...about, reserved: String(reserved) });

/** Messages for a change of status while the page is open, by new status. */
const changeNotes = ({ item_type: noun }: StockedVehicle, isSold: boolean): Record<string, string> => ({
  coming_soon: `This ${noun} is coming soon.`,
  ...(isSold
    ? { in_stock: `This ${noun} is for sale again.` }
    : {
        sold: `This ${noun} has just been sold.`,
        gone: `This ${noun} is no longer available.`,
      }),
});

/** To the location, or to the city in the feed if it differs. */
const directionsTo = (
  { address }: Location,
  elsewhere: string | null,
  state: string = address.state,
): string =>
  elsewhere === null ? directionsUrl(address) : placeDirectionsUrl(`${elsewhere} ${state.toUpperCase()}`);

export type VehicleView = ReturnType<typeof presentVehicle>;
