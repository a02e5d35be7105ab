import * as v from 'valibot';

const describedText = (what: string) => v.pipe(v.string(), v.description(what));

const NameSchema = v.strictObject({
  name: describedText('Label for shoppers'),
  count: v.pipe(v.number(), v.description('Public vehicles of the dealer')),
  also: v.optional(v.pipe(v.array(v.string()), v.description('Other words it is found by'))),
});

/** The names of a dealer's stock, most vehicles first. */
export const SuggestionsSchema = v.strictObject({
  path: describedText('The search that body types and badges refine'),
  makes: v.pipe(
    v.array(
      v.strictObject({
        ...NameSchema.entries,
        models: v.pipe(v.array(NameSchema), v.description('Its models')),
      }),
    ),
    v.description('Makes'),
  ),
  bodies: v.pipe(
    v.array(
      v.strictObject({
        ...NameSchema.entries,
        values: v.pipe(v.array(v.string()), v.description('Stored values of that name')),
      }),
    ),
    v.description('Body types'),
  ),
  badges: v.pipe(v.array(NameSchema), v.description('Badges')),
});
