import type { ModelPage, Offer, Slide } from '#src/config/sections/content/showroom-section.ts';
import { stockedModel, stockPath } from '#src/platform/routing/page-paths.ts';
import type { CalendarDate } from '#src/platform/time/calendar-date.ts';
import { ofMake } from './brand-makes.ts';

type Dated = Pick<Offer, 'start' | 'expiry'>;

/** Decision 26: inclusive; a missing date is unbounded. @param today in the dealer's time zone */
export const isRunning = ({ start, expiry }: Dated, today: CalendarDate): boolean =>
  (start === undefined || start <= today) && (expiry === undefined || today <= expiry);

/** CONT-03: current offers, in the dealer's order. */
export const runningOffers = <O extends Dated>(offers: readonly O[], today: CalendarDate): O[] =>
  offers.filter((offer) => isRunning(offer, today));

/**
 * CONT-11: current promotions, in the dealer's order; those that link to an offer end with it.
 * @param offerAt looks up the offer at an address
 */
export const runningSlides = <S extends Pick<Slide, 'url'>>(
  slides: readonly S[],
  offerAt: (url: string) => Dated | undefined,
  today: CalendarDate,
): S[] => slides.filter(({ url }) => isRunning((url !== undefined && offerAt(url)) || {}, today));

type OfferSite = {
  offers: readonly Offer[];
  models: readonly ModelPage[];
  manufacturer?: string | undefined;
};

/** CONT-03: current offers of a make: those that name it or one of its models, or all on a site with a single make. */
export function offersOfMake(
  { offers, models, manufacturer }: OfferSite,
  make: string,
  today: CalendarDate,
): Offer[] {
  const makeOf = (offer: Offer) =>
    offer.make ?? models.find(({ slug }) => slug === offer.model)?.make ?? manufacturer;
  const made = runningOffers(offers, today).map((offer) => ({ make: makeOf(offer), offer }));
  return ofMake(made, make).map(({ offer }) => offer);
}

/** CONT-246: the search of an offer's vehicles. */
export function offerStockPath(
  { searchPath, make, model: slug }: Pick<Offer, 'searchPath' | 'make' | 'model'>,
  { models, manufacturer }: Pick<OfferSite, 'models' | 'manufacturer'>,
): string | undefined {
  const model = models.find((one) => one.slug === slug);
  const named = make ?? model?.make ?? manufacturer;
  return searchPath ?? (named && stockPath(named, model && stockedModel(model)));
}

/** Length of the excerpt of an offer's conditions on its card (CONT-12); its page shows them in full. */
export const DISCLAIMER_PREVIEW_CHARACTERS = 120;

type OfferPage = {
  origin: string;
  /** Public path of the page. */
  path: string;
  /** Of the dealer. */
  name: string;
  /** Absolute URL or path of its picture. */
  picture?: string | undefined;
  /** Make the offer is for. */
  make?: string | undefined;
  model?: string | undefined;
};

/** CONT-03: schema.org Offer with its dates. */
export function offerJsonLd(
  { name, description, disclaimer, start, expiry, price }: Offer,
  { origin, path, name: dealer, picture, make, model }: OfferPage,
): object {
  const url = `${origin}${path}`;
  const what = [make, model].filter(Boolean).join(' ');
  return {
    '@context': 'https://schema.org',
    '@type': 'Offer',
    '@id': url,
    url,
    name,
    description: disclaimer === undefined ? description : `${description} ${disclaimer}`,
    ...(picture !== undefined && { image: new URL(picture, origin).href }),
    ...(price !== undefined && { price, priceCurrency: 'AUD' }),
    ...(start !== undefined && { validFrom: start }),
    ...(expiry !== undefined && { validThrough: expiry }),
    ...(make !== undefined && {
      itemOffered: {
        '@type': 'Product',
        name: what,
        brand: { '@type': 'Brand', name: make },
        ...(model !== undefined && { model }),
      },
    }),
    offeredBy: { '@type': 'Organization', name: dealer, url: `${origin}/` },
  };
}
