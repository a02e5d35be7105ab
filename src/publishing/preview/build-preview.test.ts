import { expect, it } from 'vitest';
import { buildPreview } from './build-preview.ts';

const under = (base: string) =>
  buildPreview({ dealer: 'riverbend', dealersDir: 'tests/fixtures/plain-dealers', base });

it.each([
  ['/cars/', '/cars/…'],
  ['/logos', '/logos'],
])(
  'PLAT-04 a base path with which links would break is refused before anything is made: %s',
  async (base, address) => {
    await expect(under(base)).rejects.toThrow(
      `"${base}" cannot be the base path, because "riverbend" has the address ${address} itself. Name a path that its site does not have: --base /previews/riverbend`,
    );
  },
);
