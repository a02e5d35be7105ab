import { map } from 'nanostores';
import type { CardPhotos } from '#src/features/search/api/vehicle-cards.ts';

/** A photo that a shopper has turned to; `at` counts from 0. */
type TurnedPhoto = { photo: CardPhotos['photos'][number]; at: number; of: number };

/** By the address of the card's vehicle; the other cards show their first photo. */
export const $turnedPhotos = map<Record<string, TurnedPhoto | undefined>>({});
