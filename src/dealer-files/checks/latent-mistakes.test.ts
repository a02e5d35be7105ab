import { expect, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { checkedDealer, placesAndWords } from '../../../tests/fixtures/checked-dealer.ts';
import { checkLatentMistakes, contradictions } from './latent-mistakes.ts';

const { dealer } = checkedDealer();
const { feed } = dealer.stock;
if (!feed) throw new Error('The dealer has no feed');
const mistakes = (change: Partial<DealerConfig>) =>
  placesAndWords(checkLatentMistakes({ ...dealer, ...change }));
const doubts = (change: Partial<DealerConfig>) =>
  contradictions({ ...dealer, ...change }, { today: '2026-06-18' }).map(({ path }) => path);
const withFeed = (change: object): Partial<DealerConfig> => ({
  stock: { ...dealer.stock, feed: { ...feed, ...change } },
});
const saying = (tagline: string) => mistakes({ tagline });

it('CFG-03 a sound dealer has none of these mistakes', () => {
  expect(mistakes({})).toEqual([]);
  expect(doubts({})).toEqual([]);
});

it('CFG-23 a secret key in a text is a mistake, and is not repeated', () => {
  const page = {
    slug: 'a',
    title: 'A',
    paragraphs: 'Ours: sk_live_51Abcdefgh.',
    menu: 'none' as const,
    listed: true,
  };
  expect(mistakes({ ownPages: [page] })).toEqual([
    ['ownPages.0.paragraphs', 'a text with what looks like a secret key'],
  ]);
  for (const text of ['whsec_abcdefgh12', 'AKIAABCDEFGHIJKLMNOP', '-----BEGIN PRIVATE KEY-----'])
    expect(saying(text)).toHaveLength(1);
  expect(saying('We task_live_streams')).toEqual([]);
});

it('CFG-02 HTML in a text that pages show as it is written is a mistake', () => {
  expect(saying('Cars <b>now</b>')).toEqual([['tagline', 'a text with "<b>"']]);
  expect(saying('Cars &amp; utes')).toEqual([['tagline', 'a text with "&amp;"']]);
  expect(saying('Cars & utes under < $5,000')).toEqual([]);
});

it('PLAT-03 an empty word of a feed, or one column for two fields, is a mistake', () => {
  expect(mistakes(withFeed({ emptyWords: ['-', ' '] }))).toEqual([['stock.feed.emptyWords.1', '" "']]);
  const columns = { price: 'Price', before_price: 'price', badge: { column: 'Price', pattern: '(x)' } };
  expect(mistakes(withFeed({ columns }))).toEqual([
    ['stock.feed.columns.before_price', '"price", which "price" has too'],
  ]);
});

it('CFG-03 settings that contradict one another are doubts', () => {
  const status = { ...dealer.status, message: undefined, movedTo: undefined };
  expect(doubts({ hosts: [] })).toEqual(['hosts']);
  expect(doubts({ status: { ...status, state: 'paused' } })).toEqual(['status.message']);
  expect(doubts({ status: { ...status, state: 'paused', message: 'Back on Monday.' } })).toEqual([]);
  expect(doubts({ status: { ...status, state: 'live', movedTo: 'https://x.example' } })).toEqual([
    'status.movedTo',
  ]);
  const finance = { ...dealer.finance, showRepayments: true, comparisonRate: null };
  expect(doubts({ finance })).toEqual(['finance.comparisonRate']);
  const post = { slug: 'a', heading: 'A', description: 'B', paragraphs: [] };
  expect(
    doubts({
      blog: [
        { ...post, date: '2030-01-01' },
        { ...post, date: '2026-06-18' },
      ],
    }),
  ).toEqual(['blog.0.date']);
});
