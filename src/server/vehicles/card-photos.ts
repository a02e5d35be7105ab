import type { DealerConfig } from '#src/config/dealer-config.ts';
import { CARD_PLACE, pictureSources } from '#src/domain/image/picture-sources.ts';
import { shownPictures } from '#src/domain/vehicle/pictures.ts';
import type { CardPhotos } from '#src/wire/card-photos.ts';
import { errorResponse } from '#src/wire/error.ts';
import type { Services } from '../services.ts';
import { findVehiclePage } from './vehicle-page.ts';

/** More than anyone swipes through on a card. */
const MOST_PHOTOS = 20;
/** As long as a shopper stays in a list of results. */
const CACHED_SECONDS = 300;
const HEADERS = { 'X-Robots-Tag': 'noindex', 'Cache-Control': `private, max-age=${CACHED_SECONDS}` };

/** CARD-01: responds to `GET /api/cars/{slug}/photos`; 404 `unknown_car` for a vehicle without a page. */
export async function respondWithCardPhotos(
  services: Pick<Services, 'clock' | 'db'>,
  dealer: DealerConfig,
  slug: string,
): Promise<Response> {
  const page = await findVehiclePage(services, dealer, slug);
  if (page.kind !== 'listed')
    return errorResponse(404, 'unknown_car', 'No such vehicle is listed.', { 'X-Robots-Tag': 'noindex' });
  const pictures = shownPictures(page.vehicle).slice(0, MOST_PHOTOS);
  const body: CardPhotos = {
    photos: pictures.map((picture) => {
      const { sources, src } = pictureSources(dealer.images, picture, CARD_PLACE);
      return { sources: sources.map(({ srcSet }) => srcSet), src };
    }),
  };
  return Response.json(body, { headers: HEADERS });
}
