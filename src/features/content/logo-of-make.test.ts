import { expect, it } from 'vitest';
import type { Brand } from '#src/config/sections/content/showroom-section.ts';
import { logoOfMake } from './brand-makes.ts';

const brand = (title: string, more: Partial<Brand> = {}): Brand => ({
  ...{ title, slug: 'x', kind: 'car', description: [], certified: false, skipPage: false },
  ...more,
});
const logo = (url: string) => ({ url, alt: '' });

it('CFG-20 the logo of a make is its brand’s, else its website’s, in any spelling', () => {
  const brands = [brand('Škoda', { logo: logo('/logos/skoda.svg') }), brand('Trucks', { make: 'Hino' })];
  const websites = [{ make: 'Hino', logo: logo('/logos/hino.svg') }, { make: 'Kia' }];
  const of = (make: string) => logoOfMake({ brands, websites }, make)?.url;
  expect(['skoda', 'Hino', 'Kia', 'Ford'].map(of)).toEqual([
    '/logos/skoda.svg',
    '/logos/hino.svg',
    undefined,
    undefined,
  ]);
});

it('CFG-20 the logo of a programme for used cars is not that of the make', () => {
  const certified = brand('Certified', { make: 'Kia', certified: true, logo: logo('/logos/certified.svg') });
  expect(logoOfMake({ brands: [certified], websites: [] }, 'Kia')).toBeUndefined();
});
