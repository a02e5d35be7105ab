import * as v from 'valibot';
import {
  flag,
  HttpsUrlSchema,
  IsoDateSchema,
  list,
  maybeLink,
  maybePicture,
  maybeWords,
  SlugSchema,
  TextSchema,
  whole,
  words,
} from '#src/config/sections/setting-types.ts';

const RatingSchema = v.pipe(v.number(), v.minValue(0), v.maxValue(5));

/** Average rating and number of reviews; dealerships and locations may have their own. */
export const ratingEntries = {
  average_rating: v.optional(v.pipe(RatingSchema, v.description('CONT-10: average of its reviews, 0 to 5'))),
  review_count: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(0), v.description('CONT-10: how many reviews it has')),
  ),
};

/** CONT-10, CONT-260. */
export const ReviewSchema = v.pipe(
  v.strictObject({
    id: words('Unique key'),
    customer_name: words('Who wrote it'),
    title: maybeWords('Title; "hiddenTitles" refers to it'),
    text: words('The review'),
    rating: v.pipe(RatingSchema, v.description('Stars, 0 to 5')),
    review_date: v.pipe(IsoDateSchema, v.description('Day it was written')),
    review_date_in_words: maybeWords('That day in words, shown instead of ours: "21 September 2026"'),
    created_at_time_ago_in_words: maybeWords(
      'How long ago that was, shown instead of what follows from the day: "2 months ago"',
    ),
    reply_text: maybeWords('The dealer’s answer'),
    reply_date: v.optional(v.pipe(IsoDateSchema, v.description('Day of the answer'))),
    image: maybePicture('Picture of the customer or the car'),
    source: maybeWords('CONT-260: where it was published: "Google", "ProductReview"; needs "link"'),
    link: v.optional(
      v.pipe(HttpsUrlSchema, v.description('CONT-260: address at the source where it can be read')),
    ),
    location: v.optional(
      v.pipe(
        SlugSchema,
        v.description('CONT-261: slug of the one location it is about, whose page shows it'),
      ),
    ),
  }),
  v.forward(
    v.partialCheck(
      [['source'], ['link']],
      ({ source, link }) => source === undefined || link !== undefined,
      'an "https://" address where the source shows the review',
    ),
    ['link'],
  ),
);

/** CONT-02, CONT-10. */
export const ReviewsSchema = v.strictObject({
  hidden: flag(false, 'CONT-10: hide all reviews and the badge'),
  minimumRating: v.optional(
    v.pipe(RatingSchema, v.description('CONT-02: the badge shows when the average is above this')),
    4,
  ),
  quantity: whole(12, [1, 50], 'CONT-02: most reviews shown'),
  hiddenTitles: list(TextSchema, 'CONT-02: titles of reviews to leave out'),
  source: maybeLink('CONT-02: where all reviews can be read'),
  summary: v.optional(
    v.pipe(
      v.strictObject({
        average_rating: v.pipe(RatingSchema, v.description('CONT-10: average, 0 to 5')),
        count: v.pipe(v.number(), v.integer(), v.minValue(0), v.description('CONT-10: how many')),
        source: maybeWords('CONT-260: where they were published: "Google"'),
      }),
      v.description('CONT-10: average over all reviews, e.g. 4.8 of 429'),
    ),
  ),
  items: list(ReviewSchema, 'CONT-10: reviews'),
});

export type ReviewsConfig = v.InferOutput<typeof ReviewsSchema>;
export type Review = v.InferOutput<typeof ReviewSchema>;
