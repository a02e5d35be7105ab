/** The preferred source of the first visible picture (LCP). */
export type LeadPicture = { type: string; srcset: string; sizes: string };
