import { map } from 'nanostores';

/** Values of hidden fields that another part of the page sets, by name. */
export const $linkedFields = map<Record<string, string>>({});
