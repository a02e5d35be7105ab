import { expect, it } from 'vitest';
import { idPattern, readCatalogue } from './catalogue.ts';
import { proofsIn } from './proofs.ts';

const rows = readCatalogue('- AB-01 One.\n- AB-02 Two.\n- AB-03 Three.\n');
const proofs = (text: string) => proofsIn('x.test.ts', text, idPattern(rows));

it('PLAT-01 titles, suites, templates and tables name the rows a test proves', () => {
  const found = proofs(`
    describe('AB-01 a suite', () => {
      it('one thing', () => {});
      test.each([['x']])('AB-02 %s', () => {});
    });
    test.describe('other', () => { test(\`AB-03 \${name} \${other}\`, () => {}); });
    it.each([['AB-02 first'], ['AB-03 second']])('%s', () => {});
    it.skip('AB-03 not run', () => {});
    test.todo('AB-03 not written');
    const words = 'AB-01 in no title';
  `);
  expect(found.map(({ title, ids }) => [title, ids])).toEqual([
    ['one thing', ['AB-01']],
    ['AB-02 %s', ['AB-01', 'AB-02']],
    ['AB-03 … …', ['AB-03']],
    ['%s', ['AB-02', 'AB-03']],
  ]);
});
