import { expect, it } from 'vitest';
import { demoDealers } from '../../../tests/fixtures/demo-dealers.ts';
import { checkPreview } from './check-dealer.ts';

const [dealer] = demoDealers();
if (!dealer) throw new Error('There is no dealer file');
const found = (...origins: string[]) => checkPreview({ ...dealer, preview: { origins } });

it('PLAT-04 previews are served from another host than the dealer’s website', () => {
  const [host] = dealer.hosts;
  expect(found('https://previews.example.com')).toEqual([]);
  expect(found(`http://${dealer.slug}.localhost:4321`)).toMatchObject([{ path: 'preview.origins.0' }]);
  expect(found('https://previews.example.com', `https://${host}`)).toMatchObject([
    { path: 'preview.origins.1', received: `"https://${host}"` },
  ]);
});
