import { isEmptyValue } from './display-text.ts';

/**
 * A record without the texts that say nothing (VDP-07), also inside its lists of texts, so that no card, page, PDF or
 * filter shows the word "null". Records stored before an import left them out still hold them.
 */
export function statedValues<R extends object>(record: R): R {
  const stated = Object.entries(record).flatMap(([field, value]): [string, unknown][] => {
    if (typeof value === 'string') return isEmptyValue(value) ? [] : [[field, value]];
    const isList = Array.isArray(value) && value.some((each) => typeof each === 'string');
    return [[field, isList ? value.filter((each) => !isEmptyValue(each)) : value]];
  });
  return Object.fromEntries(stated) as R;
}
