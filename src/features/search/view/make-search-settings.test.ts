import { expect, it } from 'vitest';
import { toPublicConfig } from '#src/config/public/public-config.ts';
import { configured } from '../../../../tests/fixtures/configured.ts';
import { searchSettings } from './make-search-settings.ts';

const NOW = new Date('2026-07-10T00:00:00Z');

it('SRCH-11 SRCH-12 Clear Filters of an empty result clears persisted filters too', () => {
  const hrefOf = (settings: Record<string, unknown>) =>
    searchSettings(toPublicConfig(configured(settings)), NOW).emptyHref;
  const path = hrefOf({ 'search.persisted': [] });
  expect(path).not.toContain('#');
  expect(hrefOf({ 'search.persisted': ['body'] })).toBe(`${path}#cleared`);
});
