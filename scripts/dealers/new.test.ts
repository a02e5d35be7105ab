import { expect, it } from 'vitest';
import { recordedTerminal } from '../../tests/fixtures/dealer-folder.ts';
import { askForRest } from './new.ts';
import { QUESTIONS } from './questions.ts';

const known = {
  name: 'Harbour Cars',
  template: 'yard',
  'legal-name': 'Harbour Cars Pty Ltd',
  licence: 'MVD1',
  email: 'sales@harbour.example',
  phone: '03 5550 1234',
  street: '1 Wharf Road',
  suburb: 'Hobart',
  postcode: '7000',
  hours: 'Sat 9-13',
};

it('CFG-02 on a terminal only missing options are asked for, again after an invalid answer', async () => {
  const typed = ['Tasmania', ' TAS ', '123', '91345678901', 'red', '#0A3D62'];
  const asked: string[] = [];
  const { terminal, err } = recordedTerminal();
  const ask = (question: string) => {
    asked.push(question.split(':')[0] ?? '');
    return Promise.resolve(typed.shift() ?? '');
  };
  expect(await askForRest(known, ask, terminal)).toEqual({
    ...known,
    state: 'tas',
    abn: '91 345 678 901',
    brand: '#0A3D62',
  });
  expect(asked).toEqual(
    ['State', 'State', 'ABN of that company', 'ABN of that company'].concat(
      Array(2).fill('Brand colour, e.g. #0a3d62'),
    ),
  );
  expect(err().split('\n')).toEqual([
    '  expected one of act, nsw, nt, qld, sa, tas, vic, wa',
    '  expected an ABN of eleven digits, e.g. "35 631 905 482"',
    '  expected a colour as "#rrggbb", e.g. "#0a3d62"',
  ]);
});

it('CFG-02 every question has an option of its own', () => {
  const options = QUESTIONS.map(({ option }) => option);
  expect(new Set(options).size).toBe(options.length);
});
