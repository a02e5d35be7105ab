import { INFO_PAGE_COPY } from './info-page-copy.data.ts';
import { DEFAULT_NAVIGATION, YARD_NAVIGATION } from './navigation.data.ts';

/** What a dealer inherits by naming a template; its own file overrides key by key, lists as a whole. */
export const TEMPLATE_NAMES = ['metro', 'yard'] as const;
export type TemplateName = (typeof TEMPLATE_NAMES)[number];

const SANS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
const GEOMETRIC =
  "'Avenir Next', Avenir, 'Segoe UI Variable Display', 'Segoe UI', Roboto, system-ui, 'Helvetica Neue', Arial, sans-serif";
const CONDENSED =
  "'Avenir Next Condensed', 'Helvetica Neue Condensed', 'Roboto Condensed', 'Arial Narrow', 'Liberation Sans Narrow', 'DejaVu Sans Condensed', system-ui, sans-serif";

export const TEMPLATES: Record<TemplateName, Record<string, unknown>> = {
  metro: {
    navigation: DEFAULT_NAVIGATION,
    pages: INFO_PAGE_COPY,
    theme: {
      fontDisplay: GEOMETRIC,
      fontText: SANS,
      displayWeight: 700,
      displayCase: 'none',
      radius: 14,
      header: 'light',
      hero: 'split',
      card: 'raised',
      logo: 'roundel',
    },
    stock: { maxAgeYears: 3 },
    search: {
      facets: [
        'car_type',
        'make',
        'model',
        'price',
        'year',
        'km',
        'body',
        'fuel',
        'transmission',
        'location_name',
        'colour',
      ],
    },
  },
  yard: {
    navigation: YARD_NAVIGATION,
    pages: INFO_PAGE_COPY,
    theme: {
      fontDisplay: CONDENSED,
      fontText: SANS,
      displayWeight: 800,
      displayCase: 'uppercase',
      radius: 2,
      header: 'dark',
      hero: 'banner',
      card: 'outlined',
      logo: 'plate',
    },
    stock: { maxAgeYears: 14, usedOnly: true },
    search: { facets: ['make', 'model', 'price', 'km', 'year', 'body', 'transmission', 'fuel', 'colour'] },
  },
};
