import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { FacetName } from '#src/config/sections/search.ts';
import { isPostcode } from '#src/domain/location/postcode.ts';
import { hasDistances } from '#src/domain/search/has-distances.ts';
import type { UnderstoodQuery } from '#src/domain/search/plain-words/with-words.ts';
import type { Refinements } from '#src/domain/search/plain-words/word-meaning.ts';
import type { SearchScope } from '#src/domain/search/search-scope.ts';
import type { Services } from '../services.ts';
import { MODEL_TRAITS } from './stock-vocabulary.ts';

type Vocabulary = Pick<Services, 'vocabulary'>;

/** Models whose vehicles are read; no search names more. */
const MOST_MODELS = 4;

/** What vehicles of some models have, together. */
async function traitsOf({ vocabulary }: Vocabulary, dealer: DealerConfig, models: readonly string[]) {
  const some = models.slice(0, MOST_MODELS);
  const counts = await Promise.all(some.map((model) => vocabulary.traits(dealer, model)));
  const values = (name: FacetName) => counts.flatMap((one) => Object.keys(one[name] ?? {}));
  return {
    badges: Object.fromEntries(some.map((model, at) => [model, Object.keys(counts[at]?.badge ?? {})])),
    values,
  };
}

/** Of what was said beside a model, the facets none of its vehicles answers to: no HiLux of 2020 is in stock. */
function foreignTo(values: (name: FacetName) => readonly string[], { lists, ranges }: Refinements) {
  return MODEL_TRAITS.filter((name) => {
    const said = lists[name];
    const { min = null, max = null } = ranges[name] ?? {};
    const own = values(name);
    if (said) return !said.some((value) => own.includes(value));
    if (min === null && max === null) return false;
    return !own.map(Number).some((value) => value >= (min ?? value) && value <= (max ?? value));
  });
}

/**
 * What the words of a search mean for a dealer's stock. Words that match no vehicle of the adjacent model stay text.
 * @param chosen refinements made by other means, which win
 * @returns undefined if all of them stay text
 * @throws SearchUnavailable
 */
export async function understandQuery(
  services: Vocabulary,
  dealer: DealerConfig,
  query: string,
  chosen: Refinements,
): Promise<UnderstoodQuery | undefined> {
  if (query.trim() === '') return undefined;
  const read = await services.vocabulary.reader(dealer);
  let found = read(query, chosen);
  const inStock = await services.vocabulary.modelNames(dealer);
  const models = (chosen.lists.model ?? found.lists.model ?? []).filter((model) => inStock.has(model));
  const isModelAlone =
    found.rest === '' &&
    Object.keys(found.ranges).length === 0 &&
    Object.keys(found.lists).every((name) => name === 'make' || name === 'model');
  if (models.length > 0 && models.length <= MOST_MODELS && !isModelAlone) {
    const { badges, values } = await traitsOf(services, dealer, models);
    const foreign = foreignTo(values, found).map((name) => [name, []]);
    found = read(query, { ...chosen, lists: { ...Object.fromEntries(foreign), ...chosen.lists } }, badges);
  }
  const { lists, ranges, rest, near } = found;
  const isNear = near !== undefined && isPostcode(near.place) && hasDistances(dealer);
  if (found.parts.length === 0 && !isNear) return undefined;
  if (!isNear) return { lists, ranges, query: rest };
  return { lists, ranges, query: near.rest, near: { place: near.place, km: near.km } };
}

/**
 * The refinements of a path besides its search words: words that name another make or model override it.
 * @throws SearchUnavailable
 */
export async function scopeBeside(
  { vocabulary }: Vocabulary,
  dealer: DealerConfig,
  scope: SearchScope,
  words: Refinements,
): Promise<SearchScope['lists']> {
  const { make = [], model: _, ...others } = scope.lists;
  const { make: saidMake, model: saidModels } = words.lists;
  if (!saidMake && !saidModels) return scope.lists;
  if (saidMake || !saidModels) return others;
  const known = await Promise.all(make.map((one) => vocabulary.models(dealer, one)));
  const isOwn = saidModels.every((model) => known.some((models) => Object.hasOwn(models, model)));
  return isOwn && make.length > 0 ? { ...others, make } : others;
}
