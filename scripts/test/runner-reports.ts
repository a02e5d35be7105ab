import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { idPattern, type Row } from '../catalogue/catalogue.ts';

export type Counts = { passed: number; failed: number };

export type Outcome = Counts & {
  /** How long each file took, seconds. */
  files: Record<string, number>;
  /** Titles of failed tests, with their file and the first lines of why. */
  failures: string[];
  /** Titles of tests that ran and passed, with those of the suites that hold them. */
  passedTitles: string[];
};

/** Of the reason for a failure. */
const REASON_LINES = 12;

/** @param reason message of the first error, which may be coloured and end with its stack */
function failure(file: string, title: string, reason = ''): string {
  const lines = stripVTControlCharacters(reason)
    .split('\n')
    .filter((line) => line.trim() && !/^\s+at .*node_modules/.test(line))
    .slice(0, REASON_LINES);
  return [`${file}: ${title}`, ...lines.map((line) => `    ${line}`)].join('\n');
}

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  success: boolean;
  testResults: {
    name: string;
    startTime: number;
    endTime: number;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
};

/** Of the JSON report of vitest; a file that fails outside its tests is listed with its message. */
export function readVitest(report: unknown): Outcome {
  const { numPassedTests, numFailedTests, success, testResults } = report as VitestReport;
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative('.', name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failed.length === 0)
      return [failure(file, 'failed outside its tests', message)];
    return failed.map(({ fullName, failureMessages }) => failure(file, fullName, failureMessages?.[0]));
  });
  return {
    passed: numPassedTests,
    failed: Math.max(numFailedTests, success ? 0 : 1),
    files: Object.fromEntries(
      testResults.map(({ name, startTime, endTime }) => [relative('.', name), (endTime - startTime) / 1000]),
    ),
    failures,
    passedTitles: testResults.flatMap(({ assertionResults }) =>
      assertionResults.filter(({ status }) => status === 'passed').map(({ fullName }) => fullName),
    ),
  };
}

type Suite = {
  title: string;
  file: string;
  suites?: Suite[];
  specs?: {
    title: string;
    ok: boolean;
    tests: { results: { status: string; duration: number; errors?: { message?: string }[] }[] }[];
  }[];
};

type Spec = NonNullable<Suite['specs']>[number];

const specsOf = ({ suites = [], specs = [] }: Suite): Spec[] => [...specs, ...suites.flatMap(specsOf)];

const passedTitlesOf = ({ title, suites = [], specs = [] }: Suite): string[] => {
  const passed = specs.filter(({ tests }) =>
    tests.some(({ results }) => results.some(({ status }) => status === 'passed')),
  );
  return [...passed.map((spec) => spec.title), ...suites.flatMap(passedTitlesOf)].map(
    (below) => `${title} ${below}`,
  );
};

/** Of all tests of a file one after the other, seconds. */
const secondsOf = (suite: Suite): number =>
  specsOf(suite)
    .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
    .reduce((sum, { duration }) => sum + duration / 1000, 0);

/** Of the JSON report of Playwright; a test that passed only at the second attempt counts as failed. */
export function readPlaywright(report: unknown): Outcome {
  const { stats, errors, suites } = report as {
    stats: { expected: number; unexpected: number; flaky: number };
    errors: { message?: string }[];
    suites: Suite[];
  };
  const isFailed = (spec: Spec) => !spec.ok || spec.tests.some(({ results }) => results.length > 1);
  const reasonOf = ({ tests }: Spec) =>
    tests.flatMap(({ results }) => results.flatMap(({ errors: found = [] }) => found))[0]?.message;
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    files: Object.fromEntries(suites.map((suite) => [suite.file, secondsOf(suite)])),
    failures: [
      ...errors.map(({ message = 'failed outside its tests' }) => message),
      ...suites.flatMap((suite) =>
        specsOf(suite)
          .filter(isFailed)
          .map((spec) => failure(suite.file, spec.title, reasonOf(spec))),
      ),
    ],
    passedTitles: suites.flatMap(passedTitlesOf),
  };
}

/** Rows of the catalogue that no test has proven in a run. @param titles of the tests that passed */
export function unprovenRows(rows: readonly Row[], titles: readonly string[]): Row[] {
  const proven = new Set(titles.flatMap((title) => title.match(idPattern(rows)) ?? []));
  return rows.filter(({ id }) => !proven.has(id));
}
