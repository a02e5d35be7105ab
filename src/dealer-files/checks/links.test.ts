import { expect, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { checkedDealer, placesAndWords } from '../../../tests/fixtures/checked-dealer.ts';
import { checkLinks, siteFiles } from './link-checks.ts';

const { dealer } = checkedDealer();
const linkedTo = (href: string, changes: Partial<DealerConfig> = {}) => {
  const navigation = { ...dealer.navigation, header: [{ label: 'There', href }] };
  return checkLinks({ ...dealer, navigation, ...changes });
};

it.each([
  '/',
  '/about-us',
  '/about-us/',
  '/contact#hours',
  '/contact-us',
  '/search/used-cars?body=ute',
  '/locations/wallsend',
  '/our-location/wallsend',
  '/enquire/contact',
  'https://elsewhere.example/no-such-page',
])('CFG-03 a link to "%s" leads to a page', (href) => {
  expect(linkedTo(href)).toEqual([]);
});

it('CFG-03 a link to an address the site does not have is reported with a suggestion', () => {
  expect(linkedTo('/abuot-us')).toEqual([
    {
      path: 'navigation.header.0.href',
      expected: 'an address of this site',
      received: '"/abuot-us", which is not a page of this site',
      remedy: 'Did you mean "/about-us"?',
    },
  ]);
  expect(linkedTo('/something-else-altogether')[0]?.remedy).toBe(
    'Link to a page the site has, or take the link out.',
  );
});

it('CFG-03 a link to a page that is switched off names the switch', () => {
  expect(linkedTo('/service')[0]?.remedy).toBe('Switch "pages.service.enabled" on, or change the link.');
  const service = { ...dealer.pages.service, enabled: true };
  expect(linkedTo('/service', { pages: { ...dealer.pages, service } })).toEqual([]);
});

const redirect = (from: string, to?: string) => ({ from, to, status: to ? (301 as const) : (410 as const) });

it('CFG-03 redirects are followed to their end', () => {
  const redirects = [redirect('/old', '/older'), redirect('/older', '/about-us')];
  expect(linkedTo('/old', { redirects })).toEqual([]);
  expect(
    placesAndWords(linkedTo('/old', { redirects: [redirect('/old', '/new'), redirect('/gone')] })),
  ).toEqual([
    ['redirects.0.to', '"/new", which is not a page of this site'],
    ['navigation.header.0.href', '"/old", which redirects to /new, which is not a page of this site'],
  ]);
  expect(linkedTo('/gone', { redirects: [redirect('/gone')] })[0]?.received).toContain('gone in "redirects"');
  const circle = [redirect('/a', '/b'), redirect('/b', '/a')];
  expect(linkedTo('/', { redirects: circle }).map(({ received }) => received)).toEqual([
    '"/b", which is part of a redirect loop',
    '"/a", which is part of a redirect loop',
  ]);
});

it('CFG-03 the texts of a page that is switched off are not checked', () => {
  const sections = [{ heading: 'More', paragraphs: [], points: [], link: { label: 'x', href: '/nowhere' } }];
  const withPage = (enabled: boolean) => {
    const pages = { ...dealer.pages, service: { ...dealer.pages.service, enabled, sections } };
    return checkLinks({ ...dealer, pages }).map(({ path }) => path);
  };
  expect(withPage(false)).toEqual([]);
  expect(withPage(true)).toEqual(['pages.service.sections.0.link.href']);
});

it('CFG-03 the links of a paused site are judged as those of an open one', () => {
  const status = { state: 'paused' as const };
  expect(linkedTo('/about-us', { status })).toEqual([]);
  expect(linkedTo('/abuot-us', { status })).toHaveLength(1);
});

it('CFG-03 pictures and other files are no pages', () => {
  const changes = {
    logo: { ...dealer.logo, url: '/logos/kookaburra.svg' },
    slides: [
      {
        id: 'a',
        name: 'A',
        url: '/files/price-list.pdf',
        hide_overlay: false,
        picture: { url: '/a', alt: '' },
      },
    ],
  };
  expect(linkedTo('/', changes)).toEqual([]);
  expect(siteFiles({ ...dealer, ...changes }).map(({ path, href }) => [path, href])).toEqual([
    ['slides.0.picture.url', '/a'],
    ['content.home.picture.url', '/pictures/yard.webp'],
    ['logo.url', '/logos/kookaburra.svg'],
    ['slides.0.url', '/files/price-list.pdf'],
  ]);
});
