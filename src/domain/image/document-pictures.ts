import type { SearchDocument } from '../search/search-document.ts';
import { CARD_PLACE, pictureSources } from './picture-sources.ts';

const addressesIn = (srcSet: string): string[] =>
  srcSet.split(', ').flatMap((one) => one.split(' ')[0] ?? []);

/** The addresses of pictures that cards of these vehicles show, with those already known. */
export function withDocumentPictures(
  known: ReadonlySet<string>,
  documents: readonly Pick<SearchDocument, 'image_id' | 'image_version'>[],
): Set<string> {
  const addresses = new Set(known);
  for (const { image_id, image_version } of documents) {
    if (image_id === null) continue;
    const { sources, src } = pictureSources({}, { id: image_id, version: image_version }, CARD_PLACE);
    for (const address of [src, ...sources.flatMap(({ srcSet }) => addressesIn(srcSet))])
      addresses.add(address);
  }
  return addresses;
}
