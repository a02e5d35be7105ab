import { map } from 'nanostores';
import type { CardPhotos } from '#src/features/search/api/vehicle-cards.ts';

/** The photo reached by swiping; `at` is 0-based, `of` the number of photos. */
type SwipedPhoto = { photo: CardPhotos['photos'][number]; at: number; of: number };

/** By path of the vehicle; cards not in here show their first photo. */
export const $swipedPhotos = map<Record<string, SwipedPhoto | undefined>>({});
