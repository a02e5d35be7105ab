import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { MeantWords } from '#src/domain/search/plain-words/with-words.ts';
import type { Refinements } from '#src/domain/search/plain-words/word-meaning.ts';
import type { SearchScope } from '#src/domain/search/search-scope.ts';
import type { Services } from '../services.ts';

type Vocabulary = Pick<Services, 'vocabulary'>;

/** Models whose badges are read; more are named by nobody. */
const MOST_MODELS = 4;

async function badgesOf({ vocabulary }: Vocabulary, dealer: DealerConfig, models: readonly string[]) {
  const some = models.slice(0, MOST_MODELS);
  const counts = await Promise.all(some.map((model) => vocabulary.badges(dealer, model)));
  return Object.fromEntries(some.map((model, at) => [model, Object.keys(counts[at] ?? {})]));
}

/**
 * What the words of a search mean by a dealer's stock.
 * @param chosen refinements made by other means, which win
 * @returns undefined where all of them stay text
 * @throws SearchUnavailable
 */
export async function understandQuery(
  services: Vocabulary,
  dealer: DealerConfig,
  query: string,
  chosen: Refinements,
): Promise<MeantWords | undefined> {
  if (query.trim() === '') return undefined;
  const read = await services.vocabulary.reader(dealer);
  const first = read(query, chosen);
  const models = chosen.lists.model ?? first.lists.model ?? [];
  // Only what is left of the words can be a badge of the models.
  const hasBadges = models.length > 0 && first.rest !== '';
  const found = hasBadges ? read(query, chosen, await badgesOf(services, dealer, models)) : first;
  const { lists, ranges, rest } = found;
  return found.parts.length === 0 ? undefined : { lists, ranges, query: rest };
}

/**
 * What a path says besides the words of its search: words that name another make or model come before it.
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
