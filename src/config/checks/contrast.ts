import { MINIMUM_CONTRAST, weakPairs } from '../contrast.ts';
import type { DealerConfig } from '../dealer-config.ts';
import type { Finding } from '../problem.ts';

/** CFG-15. */
export function checkContrast({ theme }: DealerConfig): Finding[] {
  return weakPairs(theme.colours).map(({ text, background, ratio }) => ({
    path: `theme.colours.${text}`,
    expected: `contrast of at least ${MINIMUM_CONTRAST}:1 on "${background}" ${theme.colours[background]}`,
    received: `${theme.colours[text]}, which reaches ${ratio.toFixed(2)}:1`,
    remedy: `Darken or lighten "${text}" or "${background}".`,
  }));
}
