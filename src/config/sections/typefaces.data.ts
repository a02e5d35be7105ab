/** Made by scripts/typefaces.ts: hosted typefaces, bytes of their files, and in % how faces of the device take the same room. */
export const TYPEFACES = {
  'plus-jakarta-sans': {
    family: 'Plus Jakarta Sans',
    weights: '400 800',
    bytes: 17656,
    arial: {
      sizeAdjust: 103.78,
      ascentOverride: 100.02,
      descentOverride: 21.39,
      lineGapOverride: 0,
    },
    dejaVu: {
      sizeAdjust: 91.11,
      ascentOverride: 113.92,
      descentOverride: 24.37,
      lineGapOverride: 0,
    },
  },
  figtree: {
    family: 'Figtree',
    weights: '400 800',
    bytes: 17712,
    arial: {
      sizeAdjust: 100.19,
      ascentOverride: 94.82,
      descentOverride: 24.95,
      lineGapOverride: 0,
    },
    dejaVu: {
      sizeAdjust: 87.97,
      ascentOverride: 107.99,
      descentOverride: 28.42,
      lineGapOverride: 0,
    },
  },
  manrope: {
    family: 'Manrope',
    weights: '400 800',
    bytes: 21728,
    arial: {
      sizeAdjust: 102.09,
      ascentOverride: 104.42,
      descentOverride: 29.39,
      lineGapOverride: 0,
    },
    dejaVu: {
      sizeAdjust: 89.63,
      ascentOverride: 118.93,
      descentOverride: 33.47,
      lineGapOverride: 0,
    },
  },
  'league-gothic': {
    family: 'League Gothic',
    weights: '100 900',
    bytes: 9580,
    arial: {
      sizeAdjust: 52.69,
      ascentOverride: 183.63,
      descentOverride: 44.13,
      lineGapOverride: 0,
    },
    dejaVu: {
      sizeAdjust: 52.32,
      ascentOverride: 184.91,
      descentOverride: 44.44,
      lineGapOverride: 0,
    },
  },
  marcellus: {
    family: 'Marcellus',
    weights: '100 900',
    bytes: 14184,
    arial: {
      sizeAdjust: 101.04,
      ascentOverride: 96.41,
      descentOverride: 27.69,
      lineGapOverride: 0,
    },
    dejaVu: {
      sizeAdjust: 88.71,
      ascentOverride: 109.81,
      descentOverride: 31.54,
      lineGapOverride: 0,
    },
  },
} as const;

/** Letters of the file every page loads, and of those for letters that few pages have. */
export const TYPEFACE_RANGES = {
  usual: 'U+0020-007E,U+00A0,U+00A9,U+00B7,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026',
  rare: 'U+00A3,U+00AE,U+00B0-00B2,U+00BC-00BE,U+00C0-00FF,U+20AC,U+2122,U+2190,U+2192',
  extended:
    'U+0100-0101,U+0106-0107,U+010C-010D,U+0112-0113,U+012A-012B,U+0141-0144,U+014C-014D,U+0160-0161,U+016A-016B,U+017D-017E',
} as const;
