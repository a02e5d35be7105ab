import type { TemplateName } from '#src/config/sections/site/theme-section.ts';
import { INFO_PAGE_COPY } from './info-page-copy.data.ts';
import { DEFAULT_NAVIGATION, YARD_NAVIGATION } from './navigation.data.ts';

/** For dealers that sell new, demo and used cars. */
const SHOWROOM_FACETS = [
  'price',
  'body',
  'make',
  'model',
  'weekly_price',
  'car_type',
  'year',
  'km',
  'fuel',
  'transmission',
  'seats',
  'drive',
  'location_name',
  'colour',
];

/** Settings inherited from each template; a dealer file overrides objects key by key, lists as a whole. */
export const TEMPLATES: Record<TemplateName, Record<string, unknown>> = {
  metro: {
    navigation: DEFAULT_NAVIGATION,
    pages: INFO_PAGE_COPY,
    theme: {
      fontDisplay: 'plus-jakarta-sans',
      fontText: 'plus-jakarta-sans',
      displayWeight: 700,
      displayCase: 'none',
      radius: 14,
      header: 'light',
      footer: 'dark',
      logo: 'roundel',
      dark: 'off',
    },
    content: { home: { picture: { url: '/pictures/metro.webp', alt: '' } } },
    stock: { maxAgeYears: 3 },
    search: { facets: SHOWROOM_FACETS },
  },
  yard: {
    navigation: YARD_NAVIGATION,
    pages: INFO_PAGE_COPY,
    theme: {
      fontDisplay: 'league-gothic',
      fontText: 'figtree',
      displayWeight: 400,
      displayCase: 'uppercase',
      radius: 0,
      header: 'dark',
      footer: 'dark',
      logo: 'plate',
      dark: 'system',
    },
    content: { home: { picture: { url: '/pictures/yard.webp', alt: '' } } },
    stock: { maxAgeYears: 14, usedOnly: true },
    search: {
      facets: [
        'price',
        'body',
        'make',
        'model',
        'weekly_price',
        'km',
        'year',
        'transmission',
        'fuel',
        'seats',
        'drive',
        'colour',
      ],
    },
  },
  salon: {
    navigation: DEFAULT_NAVIGATION,
    pages: INFO_PAGE_COPY,
    theme: {
      fontDisplay: 'marcellus',
      fontText: 'manrope',
      displayWeight: 400,
      displayCase: 'none',
      radius: 0,
      header: 'light',
      footer: 'light',
      logo: 'roundel',
      dark: 'system',
    },
    content: { home: { picture: { url: '/pictures/salon.webp', alt: '' } } },
    stock: { maxAgeYears: 3 },
    search: { facets: SHOWROOM_FACETS },
  },
};
