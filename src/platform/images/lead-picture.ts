/** The best source of the picture that a shopper sees first, as its `<source>` has it. */
export type LeadPicture = { type: string; srcset: string; sizes: string };
