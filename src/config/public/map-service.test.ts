import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { checkedDealer } from '../../../tests/fixtures/checked-dealer.ts';
import { toPublicConfig } from './public-config.ts';

const PLATFORM = 'https://tiles.platform.example/{z}/{x}/{y}.png';
const OWN = 'https://tiles.example/{z}/{x}/{y}.png';

beforeEach(() => {
  vi.stubEnv('MAP_TILES', PLATFORM);
  vi.stubEnv('MAP_ATTRIBUTION', 'Platform Maps');
});
afterEach(() => vi.unstubAllEnvs());

const { dealer } = checkedDealer();
const mapOf = (map: Partial<typeof dealer.map>) =>
  toPublicConfig({ ...dealer, map: { zoom: 10, origins: [], ...map } }).map;

it('LOC-270 a dealer without a map service has that of the platform', () => {
  expect(mapOf({})).toMatchObject({ tiles: PLATFORM, attribution: 'Platform Maps' });
  expect(mapOf({ embed: 'https://maps.example/{lat},{long}' })).not.toHaveProperty('tiles', PLATFORM);
  expect(mapOf({ tiles: OWN, attribution: 'Own' })).toMatchObject({ tiles: OWN, attribution: 'Own' });
});

it('LOC-270 a service whose key is missing gives way to that of the platform', () => {
  const keyed = { tiles: `${OWN}?{key}`, attribution: 'Own', map_key: 'OWN_BROWSER_KEY' };
  expect(mapOf(keyed)).toMatchObject({ tiles: PLATFORM, attribution: 'Platform Maps' });
  vi.stubEnv('OWN_BROWSER_KEY', 'k');
  expect(mapOf({ ...keyed })).toMatchObject({ tiles: keyed.tiles, key: 'k' });
  vi.stubEnv('MAP_TILES', '');
  expect(mapOf({})).not.toHaveProperty('tiles', '');
});
