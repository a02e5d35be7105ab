import { expect, it } from 'vitest';
import { statedValues } from './display-text.ts';

it('VDP-07 texts that say nothing are left out of a record; false, 0 and nothing at all stay', () => {
  const record = {
    ...{ badge: 'null', series: ' NULL ', tag: '', colour: 'Null Island blue' },
    ...{ certified: false, custom_rank: 0, soldAt: null },
    images: [{ url: 'https://pictures.example/1.jpg', alt: 'null' }],
  };
  expect(statedValues(record)).toEqual({
    ...{ colour: 'Null Island blue', certified: false, custom_rank: 0, soldAt: null },
    images: record.images,
  });
});

it('VDP-07 a list of features loses the word null, and stays a list', () => {
  expect(statedValues({ filtered_features: ['Towbar', 'null', ''], categories: ['null'], none: [] })).toEqual(
    {
      ...{ filtered_features: ['Towbar'], categories: [], none: [] },
    },
  );
});
