import * as v from 'valibot';

export const TEXT_LENGTH = 500;
export const LONG_TEXT_LENGTH = 20_000;

/** Kinds of fields that a vehicle and the parts of its record share. */
export const text = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(TEXT_LENGTH));
export const longText = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(LONG_TEXT_LENGTH));
/** Money in whole cents. */
export const CentsSchema = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000_000));
export const positive = v.pipe(v.number(), v.minValue(0));
export const opt = <S extends v.GenericSchema>(schema: S) => v.optional(schema);
