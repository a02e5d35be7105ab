import { expect, it } from 'vitest';
import { fillKindTerms, KIND_TERMS, stockNoun } from './stock-terms.ts';

it('CFG-13 the words of what is no car do not speak of one', () => {
  const { car: _, ...others } = KIND_TERMS;
  for (const words of Object.values(others)) {
    expect(JSON.stringify(words)).not.toMatch(/\bcars?\b|drive away/i);
  }
});

it('CFG-13 placeholders become the words of a kind, the first letter as written', () => {
  const text = 'Reserve {Vehicle} Now: our {vehicles}, this {vehicle}, {Vehicles}, {name}';
  expect(fillKindTerms('caravan', text)).toBe(
    'Reserve Caravan Now: our caravans, this caravan, Caravans, {name}',
  );
  expect(fillKindTerms('car', 'We Want Your {Vehicle}!')).toBe('We Want Your Car!');
});

it('CFG-16 a subscription site’s stock is had by subscription', () => {
  expect(stockNoun(['parts', 'cars'], true)).toEqual({ one: 'car', many: 'cars', had: 'by subscription' });
  expect(stockNoun(['trucks'])).toEqual({ one: 'truck', many: 'trucks' });
});
