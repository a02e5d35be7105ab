import { expect, it } from 'vitest';
import { schemaOrgProblems } from '../../../tests/fixtures/schema-org.ts';
import { articleJsonLd, newestFirst, POST_PREVIEW_CHARACTERS, postDate } from './blog-posts.ts';

const post = (slug: string, date: string) => ({
  slug,
  date,
  heading: `About ${slug}`,
  description: 'In short.',
  paragraphs: [],
});

it('CONT-04 dates are dd MMM yyyy, months always in three letters', () => {
  const dates = ['2026-01-05', '2026-06-15', '2026-07-31', '2025-09-09'];
  expect(dates.map(postDate)).toEqual(['05 Jan 2026', '15 Jun 2026', '31 Jul 2026', '09 Sep 2025']);
});

it('CONT-04 a card shows a hundred characters', () => expect(POST_PREVIEW_CHARACTERS).toBe(100));

it('CONT-04 posts are listed newest first, those of one day in the dealer’s order', () => {
  const posts = [post('b', '2026-01-01'), post('a', '2026-01-01'), post('c', '2026-02-01')];
  expect(newestFirst(posts).map(({ slug }) => slug)).toEqual(['c', 'b', 'a']);
});

it('CONT-04 an article has its picture’s full address for search engines', () => {
  const site = { name: 'Harbour', origin: 'https://www.harbour.example' };
  const picture = { url: '/pictures/a.webp', alt: '' };
  const article = articleJsonLd({ ...post('a', '2026-01-01'), picture }, site, '/blog/a');
  expect(schemaOrgProblems(article)).toEqual([]);
  expect(article).toMatchObject({
    '@type': 'Article',
    headline: 'About a',
    datePublished: '2026-01-01',
    mainEntityOfPage: 'https://www.harbour.example/blog/a',
    image: 'https://www.harbour.example/pictures/a.webp',
  });
});
