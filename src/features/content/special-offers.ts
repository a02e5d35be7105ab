import type { ModelPage, Offer, Slide } from '#src/config/sections/content/showroom-section.ts';
import type { CalendarDate } from '#src/platform/time/calendar-date.ts';
import { ofMake } from './brand-makes.ts';

type Dated = Pick<Offer, 'start' | 'expiry'>;

/** Decision 26: both days count; a side without a day is open. @param today where the dealer is */
export const isRunning = ({ start, expiry }: Dated, today: CalendarDate): boolean =>
  (start === undefined || start <= today) && (expiry === undefined || today <= expiry);

/** CONT-03: offers shown today, in the dealer's order. */
export const runningOffers = <O extends Dated>(offers: readonly O[], today: CalendarDate): O[] =>
  offers.filter((offer) => isRunning(offer, today));

/**
 * CONT-11: promotions shown today, in the dealer's order: one that leads to an offer is shown while the offer is.
 * @param offerAt the offer whose page an address leads to
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

/** CONT-03: today's offers of a make: an offer names it, or one of its models, or is of a site with a single make. */
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

/** Characters of an offer's conditions on its card (CONT-12); its page shows them in full. */
export const DISCLAIMER_PREVIEW_CHARACTERS = 120;

type OfferPage = {
  origin: string;
  /** Of the page, as the site spells it. */
  path: string;
  /** The dealer. */
  name: string;
  /** Full address or path of its picture. */
  picture?: string | undefined;
  /** What it is for. */
  make?: string | undefined;
  model?: string | undefined;
};

/** CONT-03: schema.org Offer with its days; its price, if any, is in its words. */
export function offerJsonLd(
  { name, description, disclaimer, start, expiry }: Offer,
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
