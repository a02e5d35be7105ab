import type { DealerConfig } from '#src/config/dealer-config.ts';
import { logoGround } from '#src/theme/logo-ground.ts';
import type { Finding } from '../problem.ts';

const PLACES = ['header', 'footer'] as const;

/** CFG-15: a drawing for light ground alone does not read where header or footer are dark, by day or in the dark. */
export function singleLogo({ logo, theme }: DealerConfig): Finding[] {
  if (logo.url === undefined || logo.darkGroundUrl !== undefined) return [];
  const dark = PLACES.filter((place) => Object.values(logoGround(theme, place)).includes('dark'));
  if (dark.length === 0) return [];
  return [
    {
      path: 'logo.darkGroundUrl',
      expected: 'the drawing for dark ground beside "logo.url"',
      received: `nothing, though the ground of ${dark.join(' and ')} is dark${theme.dark === 'system' ? ', at the latest in dark mode' : ''}`,
      remedy: 'Add the same drawing in pale letters, or choose light grounds and theme.dark "off".',
    },
  ];
}
