/** Lower-case words separated by single hyphens: `harbour-city`. */
export const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** `Land Rover` → `land-rover`: lower case, without accents, everything else a single hyphen. */
export const slugOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
