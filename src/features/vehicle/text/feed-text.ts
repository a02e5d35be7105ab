import * as v from 'valibot';

export const TEXT_LENGTH = 500;
export const LONG_TEXT_LENGTH = 20_000;

/** Texts of a feed, trimmed and not empty. */
export const text = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(TEXT_LENGTH));
export const longText = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(LONG_TEXT_LENGTH));
