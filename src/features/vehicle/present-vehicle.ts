import { dealerLicence } from '#src/config/public/licences.ts';
import type { PublicConfig } from '#src/config/public/public-config.ts';
import type { Dealership, Location } from '#src/config/sections/locations.ts';
import type { StockRules } from '#src/config/sections/stock.ts';
import { stockNoun } from '#src/config/sections/verticals.ts';
import { DAY_MS } from '#src/domain/duration.ts';
import { type ImageOriginal, imageUrl } from '#src/domain/image/image-url.ts';
import { GALLERY_PLACE, savedCarImageUrl } from '#src/domain/image/picture-sources.ts';
import { availabilityQuestion } from '#src/domain/lead/messages.ts';
import { carCity, isSameCity } from '#src/domain/location/car-location.ts';
import { maskPhone, phoneForCar } from '#src/domain/location/dealer-phone.ts';
import { directionsUrl, placeDirectionsUrl } from '#src/domain/location/directions.ts';
import { BODY_LABELS } from '#src/domain/search/facets.ts';
import { type CarFields, carFields } from '#src/domain/vehicle/car-fields.ts';
import { certification, pageTags } from '#src/domain/vehicle/card-tag.ts';
import { writeFavourite } from '#src/domain/vehicle/favourite.ts';
import { hasHeart } from '#src/domain/vehicle/has-heart.ts';
import { badgeAndSeries, bodyText } from '#src/domain/vehicle/key-facts.ts';
import { listedSince, listedText } from '#src/domain/vehicle/listed-since.ts';
import { belowMarket } from '#src/domain/vehicle/market-price.ts';
import { callLabel } from '#src/domain/vehicle/phone-reveal.ts';
import { realPictures, shownPictures } from '#src/domain/vehicle/pictures.ts';
import { priceDisplay, pricingOf } from '#src/domain/vehicle/price-display.ts';
import { priceDrop } from '#src/domain/vehicle/price-drop.ts';
import { savedPriceOf, writeSavedPrice } from '#src/domain/vehicle/saved-change.ts';
import { type StockedVehicle, vehicleName, vehicleTitle } from '#src/domain/vehicle/vehicle.ts';
import { vehicleJsonLd } from '#src/domain/vehicle/vehicle-json-ld.ts';
import { modelSearchPath, vehicleCrumbs, vehiclePath } from '#src/domain/vehicle/vehicle-paths.ts';
import { vehicleViews, viewsPolicy } from '#src/domain/vehicle/vehicle-views.ts';
import { vehicleChips, vehicleDescription, vehicleTitleTag } from '#src/domain/vehicle/vehicle-words.ts';
import { vehicleVideo } from '#src/domain/vehicle/video.ts';
import { href, withQuery } from '#src/routing/href.ts';
import { viewPath } from '#src/routing/page-paths.ts';
import { watchesVehicles } from '#src/routing/site-routes.ts';
import { vehicleOffers } from './vehicle-offers.ts';

/** VDP-01: the thumbnail strip needs more pictures than this. */
const THUMBNAILS_ABOVE = 3;
const JSON_LD_PICTURES = 6;
/** Links to the car's actions. */
export const ACTIONS_ID = 'actions';

export type ShownVehicle = {
  vehicle: StockedVehicle;
  isSold: boolean;
  location: Location;
  dealership: Dealership;
  now: Date;
  priceTypes: StockRules['defaultPriceType'];
};

/** Everything the vehicle page says, as text and addresses. */
export function presentVehicle(shown: ShownVehicle, site: PublicConfig) {
  const { vehicle, isSold, location, dealership, now, priceTypes } = shown;
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
  const { simple_body: body } = vehicle;
  const crumbs = vehicleCrumbs(
    vehicle,
    { name, slug: vehicle.slug },
    { many: stockNoun(site.verticals).many, isWeekly: price.kind === 'subscription' },
    site.vehiclePage.bodyCrumb && body ? { value: body, label: BODY_LABELS[body] ?? body } : undefined,
  );
  const description = vehicleDescription(vehicle, price, dealership.name);
  const standsIn = carCity(vehicle, site.locations, location.address.city);
  const titleTag = vehicleTitleTag(vehicle, price, standsIn);
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
  const elsewhere = isSameCity(standsIn, location.address.city) ? null : standsIn;

  return {
    name,
    titleTag,
    description,
    crumbs,
    pictures,
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
    announced:
      site.vehiclePage.announcementBar && !isSameCity(standsIn, main?.address.city) ? standsIn : null,
    priceNotes: [
      site.vehiclePage.priceDrop && price.wasText === null
        ? priceDrop(vehicle.advertised, price, now, site.timeZone)
        : null,
      site.vehiclePage.marketPrice && price.kind === 'price'
        ? belowMarket(price.cents, vehicle.autograb_data)
        : null,
    ].filter((note) => note !== null),
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

/** VDP-35: the page names its current values, so that only differences are sent. */
const viewAddress = (
  vehicle: StockedVehicle,
  { reserved, ...fields }: CarFields,
  about: { photos_count: number; website_id: string },
): string => withQuery(href(viewPath(vehicle)), { ...fields, ...about, reserved: String(reserved) });

/** Texts for a status change while the page is shown, by new status. */
const changeNotes = ({ item_type: noun }: StockedVehicle, isSold: boolean): Record<string, string> => ({
  coming_soon: `This ${noun} is coming soon.`,
  ...(isSold
    ? { in_stock: `This ${noun} is for sale again.` }
    : {
        sold: `This ${noun} has just been sold.`,
        gone: `This ${noun} is no longer available.`,
      }),
});

/** To the location, or to the town where the feed places the car instead. */
const directionsTo = (
  { address }: Location,
  elsewhere: string | null,
  state: string = address.state,
): string =>
  elsewhere === null ? directionsUrl(address) : placeDirectionsUrl(`${elsewhere} ${state.toUpperCase()}`);

export type VehicleView = ReturnType<typeof presentVehicle>;
