import { describe, expect, it } from 'vitest';
import { toPublicConfig } from '#src/config/public/public-config.ts';
import { decodeSearch, encodeSearch } from '#src/features/search/url/url-codec.ts';
import { searchSettings } from '#src/features/search/view/make-search-settings.ts';
import { configured } from '../../../../../tests/fixtures/configured.ts';
import { shownBudget } from './drive-away-budget.ts';

const budgetState = (settings: Record<string, unknown>) =>
  searchSettings(toPublicConfig(configured(settings)), new Date('2026-07-10T00:00:00Z')).budgetState;

const EXCLUDING = { 'stock.defaultPriceType': { used: 'excluding_government_charges' } };
const DRIVE_AWAY = { 'stock.defaultPriceType': { used: 'drive_away' } };

describe('SRCH-210 a site has a drive-away budget', () => {
  it.each([
    ['where prices exclude charges', EXCLUDING, true],
    ['where the dealer turns it on', { ...DRIVE_AWAY, 'onRoad.budgetFilter': 'on' }, true],
    ['but not where prices are drive away', DRIVE_AWAY, false],
    ['nor where the dealer turns it off', { ...EXCLUDING, 'onRoad.budgetFilter': 'off' }, false],
    ['nor without estimates', { ...EXCLUDING, 'onRoad.estimates': false }, false],
    ['nor for caravans, which have none', { ...EXCLUDING, verticals: ['caravans'] }, false],
    ['nor by the week', { ...EXCLUDING, subscription: true }, false],
  ])('%s', (_, settings, isOn) => {
    expect(budgetState(settings) !== null).toBe(isOn);
  });
});

it('SRCH-210 a panel shows the state of the search, else the shopper’s, else the dealer’s', () => {
  const refined = { drive_away_wa: { min: null, max: 30_000 } };
  expect(shownBudget(refined, 'vic', 'qld')).toBe('drive_away_wa');
  expect(shownBudget({}, 'vic', 'qld')).toBe('drive_away_vic');
  expect(shownBudget({}, undefined, 'qld')).toBe('drive_away_qld');
});

it('SRCH-210 an address has the budget of one state, from a link and from a form', () => {
  const of = (query: string) => encodeSearch(decodeSearch(new URLSearchParams(query))).toString();
  expect(of('drive_away_qld=%3A35000')).toBe('drive_away_qld=%3A35000');
  expect(of('drive_away_qld.min=&drive_away_qld.max=35%2C000')).toBe('drive_away_qld=%3A35000');
  expect(of('drive_away_vic=%3A1&drive_away_qld=%3A35000')).toBe('drive_away_qld=%3A35000');
});
