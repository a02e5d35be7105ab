/** Made by scripts/typefaces.ts: hosted typefaces, bytes of their files, and in % how faces of the device take the same room. */
export const TYPEFACES = {
  'plus-jakarta-sans': {
    family: 'Plus Jakarta Sans',
    weights: '400 800',
    bytes: 17656,
    usual: {
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
    bold: {
      arial: {
        sizeAdjust: 107.1,
        ascentOverride: 96.92,
        descentOverride: 20.73,
        lineGapOverride: 0,
      },
      dejaVu: {
        sizeAdjust: 96.75,
        ascentOverride: 107.29,
        descentOverride: 22.95,
        lineGapOverride: 0,
      },
    },
  },
  figtree: {
    family: 'Figtree',
    weights: '400 800',
    bytes: 17712,
    usual: {
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
    bold: {
      arial: {
        sizeAdjust: 102.54,
        ascentOverride: 92.65,
        descentOverride: 24.38,
        lineGapOverride: 0,
      },
      dejaVu: {
        sizeAdjust: 92.62,
        ascentOverride: 102.56,
        descentOverride: 26.99,
        lineGapOverride: 0,
      },
    },
  },
  manrope: {
    family: 'Manrope',
    weights: '400 800',
    bytes: 21728,
    usual: {
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
    bold: {
      arial: {
        sizeAdjust: 105.26,
        ascentOverride: 101.27,
        descentOverride: 28.5,
        lineGapOverride: 0,
      },
      dejaVu: {
        sizeAdjust: 95.09,
        ascentOverride: 112.11,
        descentOverride: 31.55,
        lineGapOverride: 0,
      },
    },
  },
  'league-gothic': {
    family: 'League Gothic',
    weights: '100 900',
    bytes: 9580,
    usual: {
      arial: {
        sizeAdjust: 53.67,
        ascentOverride: 180.26,
        descentOverride: 43.32,
        lineGapOverride: 0,
      },
      dejaVu: {
        sizeAdjust: 52.83,
        ascentOverride: 183.14,
        descentOverride: 44.01,
        lineGapOverride: 0,
      },
    },
  },
  marcellus: {
    family: 'Marcellus',
    weights: '100 900',
    bytes: 14184,
    usual: {
      arial: {
        sizeAdjust: 100.38,
        ascentOverride: 97.04,
        descentOverride: 27.87,
        lineGapOverride: 0,
      },
      dejaVu: {
        sizeAdjust: 90.68,
        ascentOverride: 107.43,
        descentOverride: 30.85,
        lineGapOverride: 0,
      },
    },
  },
} as const;

/** Letters of each file of a typeface. */
export const TYPEFACE_LETTERS = {
  usual: 'U+20-7E,U+A0,U+A9,U+B7,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026',
  rare: 'U+A3,U+AE,U+B0-B2,U+BC-BE,U+C0-FF,U+20AC,U+2122,U+2190,U+2192',
  extended:
    'U+100-101,U+106-107,U+10C-10D,U+112-113,U+12A-12B,U+141-144,U+14C-14D,U+160-161,U+16A-16B,U+17D-17E',
} as const;

/** Letters for which a browser asks for each file; the last face that has a letter counts. */
export const TYPEFACE_RANGES = {
  extended: 'U+100-17E',
  rare: 'U+A3-FF,U+20AC-2192',
  usual: 'U+20-7E,U+A0,U+A9,U+B7,U+2013-2026',
} as const;
