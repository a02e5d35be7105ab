import * as v from 'valibot';

const AddressesSchema = v.pipe(v.string(), v.description('Addresses by width, as of `srcset`'));

/** CARD-01. */
export const CardPhotosSchema = v.strictObject({
  photos: v.pipe(
    v.array(
      v.strictObject({
        sources: v.pipe(v.array(AddressesSchema), v.description('AVIF, then WebP')),
        src: v.pipe(v.string(), v.description('Address for other browsers')),
      }),
    ),
    v.description('Photos in their order, at most 20; may be empty'),
  ),
});
export type CardPhotos = v.InferOutput<typeof CardPhotosSchema>;
