import type { Offer } from '#src/config/sections/showroom.ts';

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
