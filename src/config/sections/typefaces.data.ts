/** Made by scripts/typefaces.ts: hosted typefaces, bytes of a file, and in % how faces of the device take the same room. */
export const TYPEFACES = {
  'plus-jakarta-sans': {
    family: 'Plus Jakarta Sans',
    weights: '200 800',
    bytes: 27348,
    arial: {
      sizeAdjust: 104.43,
      ascentOverride: 99.39,
      descentOverride: 21.26,
      lineGapOverride: 0,
    },
    dejaVu: {
      sizeAdjust: 91.69,
      ascentOverride: 113.21,
      descentOverride: 24.21,
      lineGapOverride: 0,
    },
  },
  figtree: {
    family: 'Figtree',
    weights: '300 900',
    bytes: 20156,
    arial: {
      sizeAdjust: 100.33,
      ascentOverride: 94.69,
      descentOverride: 24.92,
      lineGapOverride: 0,
    },
    dejaVu: {
      sizeAdjust: 88.09,
      ascentOverride: 107.85,
      descentOverride: 28.38,
      lineGapOverride: 0,
    },
  },
  manrope: {
    family: 'Manrope',
    weights: '200 800',
    bytes: 24836,
    arial: {
      sizeAdjust: 101.48,
      ascentOverride: 105.04,
      descentOverride: 29.56,
      lineGapOverride: 0,
    },
    dejaVu: {
      sizeAdjust: 89.1,
      ascentOverride: 119.65,
      descentOverride: 33.67,
      lineGapOverride: 0,
    },
  },
  'league-gothic': {
    family: 'League Gothic',
    weights: '100 900',
    bytes: 18652,
    arial: {
      sizeAdjust: 52.78,
      ascentOverride: 183.29,
      descentOverride: 44.05,
      lineGapOverride: 0,
    },
    dejaVu: {
      sizeAdjust: 52.42,
      ascentOverride: 184.58,
      descentOverride: 44.36,
      lineGapOverride: 0,
    },
  },
  marcellus: {
    family: 'Marcellus',
    weights: '100 900',
    bytes: 14552,
    arial: {
      sizeAdjust: 101.19,
      ascentOverride: 96.27,
      descentOverride: 27.65,
      lineGapOverride: 0,
    },
    dejaVu: {
      sizeAdjust: 88.84,
      ascentOverride: 109.65,
      descentOverride: 31.49,
      lineGapOverride: 0,
    },
  },
} as const;
