import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { readPlaywright, readVitest, unprovenRows } from './runner-reports.ts';

const file = {
  name: resolve('src/money.test.ts'),
  ...{ startTime: 1000, endTime: 3500, status: 'passed', message: '' },
  assertionResults: [{ fullName: 'PRC-01 adds', status: 'passed' }],
};
const vitest = (testResults: object[], failed = 0, success = failed === 0) =>
  readVitest({ numPassedTests: 1, numFailedTests: failed, success, testResults });

it('PLAT-02 a vitest report counts its tests and times its files', () => {
  expect(vitest([file])).toEqual({
    ...{ passed: 1, failed: 0, failures: [] },
    files: { 'src/money.test.ts': 2.5 },
    passedTitles: ['PRC-01 adds'],
  });
});

it('PLAT-02 a failed test is named with its file and the first lines of its reason', () => {
  const reason = [
    '\u001b[31mexpected 1\u001b[39m',
    '',
    ...Array.from({ length: 20 }, (_, at) => `line ${at}`),
  ];
  const failed = {
    ...file,
    status: 'failed',
    assertionResults: [
      { fullName: 'PRC-01 adds', status: 'failed', failureMessages: [reason.join('\n')] },
      { fullName: 'PRC-02 subtracts', status: 'failed' },
    ],
  };
  const { failures } = vitest([failed], 2);
  expect(failures[0]?.split('\n').slice(0, 3)).toEqual([
    'src/money.test.ts: PRC-01 adds',
    '    expected 1',
    '    line 0',
  ]);
  expect(failures[0]?.split('\n')).toHaveLength(13);
  expect(failures[1]).toBe('src/money.test.ts: PRC-02 subtracts');
});

it('PLAT-02 a file that fails outside its tests is named with its message', () => {
  const failed = { ...file, status: 'failed', message: 'ENOTEMPTY: directory not empty' };
  expect(vitest([failed], 0, false)).toMatchObject({
    ...{ passed: 1, failed: 1 },
    failures: ['src/money.test.ts: failed outside its tests\n    ENOTEMPTY: directory not empty'],
  });
});

it('PLAT-02 an error outside every file fails the run', () => {
  expect(vitest([file], 0, false)).toMatchObject({ failed: 1, failures: [] });
});

const spec = (title: string, ok: boolean, durations: number[], message?: string) => ({
  ...{ title, ok },
  tests: [
    {
      results: durations.map((duration) => ({
        ...{ duration, status: message ? 'failed' : 'passed' },
        errors: message ? [{ message }] : [],
      })),
    },
  ],
});

it('PLAT-02 a Playwright report names what failed and what passed at the second attempt', () => {
  const suites = [
    {
      ...{ title: 'search.spec.ts', file: 'search.spec.ts' },
      specs: [spec('SRCH-01 finds', true, [1000])],
      suites: [
        {
          ...{ title: 'without JavaScript', file: 'search.spec.ts' },
          specs: [spec('SRCH-02 waits', true, [500, 500]), spec('SRCH-03 sorts', false, [250], 'Timed out')],
        },
      ],
    },
  ];
  expect(readPlaywright({ stats: { expected: 1, unexpected: 1, flaky: 1 }, errors: [], suites })).toEqual({
    ...{ passed: 1, failed: 2 },
    files: { 'search.spec.ts': 2.25 },
    failures: ['search.spec.ts: SRCH-02 waits', 'search.spec.ts: SRCH-03 sorts\n    Timed out'],
    passedTitles: ['search.spec.ts SRCH-01 finds', 'search.spec.ts without JavaScript SRCH-02 waits'],
  });
});

const rows = [
  { id: 'PRC-01', text: 'A price has its type.' },
  { id: 'PRC-02', text: 'A price has its currency.' },
];

it('PLAT-02 a row that no passed test names is unproven', () => {
  expect(unprovenRows(rows, ['without JavaScript PRC-01 PRC-03 a price']).map(({ id }) => id)).toEqual([
    'PRC-02',
  ]);
  expect(unprovenRows(rows, ['PRC-01 a price', 'PRC-02 a price'])).toEqual([]);
});
