import * as v from 'valibot';

/** Number format, by example: thousands and decimal separators. */
export const NumberFormatSchema = v.picklist(['1,234.5', '1.234,5']);
export type NumberFormat = v.InferOutput<typeof NumberFormatSchema>;

export const DateOrderSchema = v.picklist(['DD/MM/YYYY', 'MM/DD/YYYY']);
export type DateOrder = v.InferOutput<typeof DateOrderSchema>;
