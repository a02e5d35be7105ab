import type { SearchDocument } from '../search/search-document.ts';
import { CARD_PLACE, pictureSources, savedCarImageUrl } from './picture-sources.ts';

const addressesIn = (srcSet: string): string[] =>
  srcSet.split(', ').flatMap((one) => one.split(' ')[0] ?? []);

/** The addresses of pictures that cards of these vehicles show, also once they are saved, with those already known. */
export function withDocumentPictures(
  known: ReadonlySet<string>,
  documents: readonly Pick<SearchDocument, 'image_id' | 'image_version'>[],
): Set<string> {
  const addresses = new Set(known);
  for (const { image_id, image_version } of documents) {
    if (image_id === null) continue;
    const original = { id: image_id, version: image_version };
    const { sources, src } = pictureSources({}, original, CARD_PLACE);
    const saved = savedCarImageUrl({}, original);
    for (const address of [src, saved, ...sources.flatMap(({ srcSet }) => addressesIn(srcSet))])
      addresses.add(address);
  }
  return addresses;
}
