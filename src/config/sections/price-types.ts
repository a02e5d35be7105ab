/** What a price includes; a price is never shown without it. Apart from their schema, which no browser needs. */
export const PRICE_TYPES = ['drive_away', 'estimated_drive_away', 'excluding_government_charges'] as const;
