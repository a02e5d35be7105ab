import * as v from 'valibot';

/** Widths of originals, px, by path relative to `public/pictures`; missing and unreadable ones are left out. */
export type PictureWidths = Readonly<Record<string, number>>;

/** Placeholders of an image CDN's template; those marked true are required. */
const CDN_PLACEHOLDERS = {
  id: true,
  width: true,
  quality: true,
  format: true,
  version: false,
  crop: false,
} as const;

const EXAMPLE = 'https://img.example.com/{id}/v{version}?w={width}&q={quality}&fm={format}&crop={crop}';
const REQUIRED = Object.entries(CDN_PLACEHOLDERS).flatMap(([name, required]) => (required ? [name] : []));

const namesIn = (template: string) => [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name ?? '');

/** Spaces and a trailing comma would break a `srcset`; a placeholder in the host would allow other hosts. */
const ADDRESS = /^https:\/\/[a-z0-9.-]+(?::\d+)?\/[^\s"'<>\\]*[^\s"'<>\\,]$/;

const CdnSchema = v.pipe(
  v.string(),
  v.regex(ADDRESS, `an https address without spaces, e.g. "${EXAMPLE}"`),
  v.check(
    (template) => REQUIRED.every((name) => template.includes(`{${name}}`)),
    `an address that holds ${REQUIRED.map((name) => `{${name}}`).join(', ')}, e.g. "${EXAMPLE}"`,
  ),
  v.check(
    (template) => namesIn(template).every((name) => Object.hasOwn(CDN_PLACEHOLDERS, name)),
    `no other placeholders than ${Object.keys(CDN_PLACEHOLDERS)
      .map((name) => `{${name}}`)
      .join(', ')}`,
  ),
  v.maxLength(500, 'at most 500 characters'),
  v.description(
    'CFG-22: address of an image CDN that makes the pictures instead of this server. {id}, {width}, {quality} and {format} ("avif", "webp" or "jpg") must be in it, {version} and {crop} ("3x2", or "none") may be',
  ),
);

/** CFG-22: where the pictures of vehicles come from. */
export const ImagesSchema = v.strictObject({ cdn: v.optional(CdnSchema) });

export type ImagesConfig = v.InferOutput<typeof ImagesSchema>;
