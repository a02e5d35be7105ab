import type { DealerConfig } from '#src/config/dealer-config.ts';
import { toPublicConfig } from '#src/config/public/public-config.ts';
import type { Layer } from '#src/dealer-files/layers.ts';
import { valueHash } from '#src/disk/file-hash.ts';
import { publicFileHashes } from './complete-sites.ts';
import type { Photos } from './site-pictures.ts';

/** Raised when equal inputs give other files. */
const RECIPE = 1;
const ID_LENGTH = 12;

/** Everything the files of a dealer's release follow from, as people call it, with its hash. */
export type ReleaseInputs = Readonly<
  Record<
    | 'template'
    | 'group file'
    | 'dealer file'
    | 'content files'
    | 'code'
    | 'pictures'
    | 'public files'
    | 'environment',
    string
  >
>;

/**
 * @param layers lowest first: template, group file, dealer file, content files
 * @param how.code id of the code release
 */
export function releaseInputs(
  dealer: DealerConfig,
  layers: readonly Layer[],
  { code, photos = 'made' }: { code: string; photos?: Photos },
): ReleaseInputs {
  const content = layers.find(({ parts }) => parts !== undefined);
  const own = layers.filter((layer) => layer !== content).at(-1);
  const template = layers.find(({ file }) => file === undefined);
  const group = layers.filter((layer) => ![own, template, content].includes(layer));
  const { named, shared } = publicFileHashes(dealer);
  const { map, origin } = toPublicConfig(dealer);
  return {
    template: valueHash(template?.values),
    'group file': valueHash(group.map(({ values }) => values)),
    'dealer file': valueHash(own?.values),
    'content files': valueHash(content?.values),
    code,
    pictures: valueHash([named, dealer.pictureWidths, ...(photos === 'made' ? [] : [photos])]),
    'public files': valueHash(shared),
    // The key of the maps, and where a dealer without a host is reached.
    environment: valueHash([map.key, origin]),
  };
}

/** Id of the release that has these inputs. */
export const releaseId = (slug: string, inputs: Readonly<Record<string, string>>): string =>
  valueHash([RECIPE, slug, Object.entries(inputs).sort(([a], [b]) => a.localeCompare(b))]).slice(
    0,
    ID_LENGTH,
  );

/** Names of the inputs that differ. */
export const changedInputs = (
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => before[name] !== after[name],
  );
