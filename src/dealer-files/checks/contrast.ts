import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { ThemeColours } from '#src/config/sections/theme.ts';
import { MINIMUM_CONTRAST, weakPairs } from '#src/theme/contrast.ts';
import { darkColours } from '#src/theme/dark-colours.ts';
import { logoGround } from '#src/theme/logo-ground.ts';
import type { Finding } from '../problem.ts';

const findings = (key: 'colours' | 'darkColours', colours: ThemeColours): Finding[] =>
  weakPairs(colours).map(({ text, background, ground, ratio }) => ({
    path: `theme.${key}.${text}`,
    expected: `contrast of at least ${MINIMUM_CONTRAST}:1 on "${background}" ${ground}`,
    received: `${colours[text]}, which reaches ${ratio.toFixed(2)}:1`,
    remedy:
      background === 'tint'
        ? `Darken or lighten "${text}"; the tint is "surface" with a little of "brand".`
        : `Darken or lighten "${text}" or "${background}".`,
  }));

/** CFG-15. Derived dark colours are readable by construction; only those a dealer chose may not be. */
export function checkContrast({ theme }: DealerConfig): Finding[] {
  const light = findings('colours', theme.colours);
  const isChosen = Object.keys(theme.darkColours).length > 0;
  return isChosen ? [...light, ...findings('darkColours', darkColours(theme))] : light;
}

const PLACES = ['header', 'footer'] as const;

/** CFG-15: a logo for light backgrounds is unreadable on a dark header or footer, in light or dark mode. */
export function singleLogo({ logo, theme }: DealerConfig): Finding[] {
  if (logo.url === undefined || logo.darkGroundUrl !== undefined) return [];
  const dark = PLACES.filter((place) => Object.values(logoGround(theme, place)).includes('dark'));
  if (dark.length === 0) return [];
  return [
    {
      path: 'logo.darkGroundUrl',
      expected: 'the logo for dark backgrounds beside "logo.url"',
      received: `nothing, although the background of ${dark.join(' and ')} is dark${theme.dark === 'system' ? ', at least in dark mode' : ''}`,
      remedy: 'Add the same logo in light letters, or choose light backgrounds and theme.dark "off".',
    },
  ];
}
