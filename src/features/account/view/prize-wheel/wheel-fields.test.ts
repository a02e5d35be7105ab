import { expect, it } from 'vitest';
import { wheelFields, wheelTransform } from './wheel-fields.ts';

it('CONT-09 four fields share the wheel, the first from the top clockwise', () => {
  expect(wheelFields(['a', 'b', 'c', 'd']).map(({ path }) => path.replaceAll('-0.00', '0.00'))).toEqual([
    'M0 0 L0.00 -96.00 A96 96 0 0 1 96.00 0.00 Z',
    'M0 0 L96.00 0.00 A96 96 0 0 1 0.00 96.00 Z',
    'M0 0 L0.00 96.00 A96 96 0 0 1 -96.00 0.00 Z',
    'M0 0 L-96.00 0.00 A96 96 0 0 1 0.00 -96.00 Z',
  ]);
});

it('CONT-09 a prize the wheel no longer has leaves it as it was', () => {
  expect(wheelTransform(['a', 'b'], undefined)).toBeUndefined();
  expect(wheelTransform(['a', 'b'], 'gone')).toBeUndefined();
  expect(wheelTransform(['a', 'b'], 'a')).toBe('rotate(270)');
});

it('CONT-09 a long label has two lines, as equal as its words allow; a word too long for them is squeezed', () => {
  const lines = (label: string) => wheelFields([label, 'b'])[0]?.lines;
  expect(lines('A cap')).toEqual([{ text: 'A cap', dy: '0', squeezed: undefined }]);
  expect(lines('Better luck next time')?.map(({ text }) => text)).toEqual(['Better luck', 'next time']);
  expect(lines('Supercalifragilistic')).toEqual([{ text: 'Supercalifragilistic', dy: '0', squeezed: 64 }]);
});
