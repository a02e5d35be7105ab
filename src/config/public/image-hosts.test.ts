import { expect, it } from 'vitest';
import type { PublicConfig } from './public-config.ts';
import { imageHosts } from './site-picture.ts';

const hosts = (site: object) => imageHosts(site as PublicConfig);

it('PLAT-18 a page shows pictures of the hosts that the dealer’s settings name, and of no others', () => {
  expect(
    hosts({ links: [{ label: 'Book', url: 'https://booking.example/book' }], logo: { url: '/logo.svg' } }),
  ).toEqual([]);
  expect(
    hosts({
      images: { cdn: 'https://cdn.example/{id}/v{version}?w={width}' },
      logo: { src: 'https://logos.example/mark' },
      offers: [{ picture: { url: 'https://photos.example/no-extension', alt: '' } }],
      brands: [{ logo: 'http://plain.example/a.png' }],
      content: {
        text: 'See ![the yard](https://yard.example/a?b) and https://drive.example/c.webp, not https://else.example/page.',
      },
    }),
  ).toEqual([
    'https://cdn.example',
    'https://drive.example',
    'https://logos.example',
    'https://photos.example',
    'https://yard.example',
  ]);
});
