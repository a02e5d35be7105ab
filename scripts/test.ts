import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Everything that must hold before a change lands, in the order of what fails fastest. */
type Step = {
  name: string;
  command: string[];
  /** Report of the runner; a step without one counts as a single check. */
  report?: { file: string; count: (report: unknown) => Counts };
};
type Counts = { passed: number; failed: number };

const REPORTS = '.data/reports';
const config = 'tests/vitest.config.ts';

const vitestCounts = (report: unknown): Counts => {
  const { numPassedTests, numFailedTests, success } = report as {
    numPassedTests: number;
    numFailedTests: number;
    success: boolean;
  };
  return { passed: numPassedTests, failed: Math.max(numFailedTests, success ? 0 : 1) };
};

const playwrightCounts = (report: unknown): Counts => {
  const { stats, errors } = report as {
    stats: { expected: number; unexpected: number; flaky: number };
    errors: unknown[];
  };
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
};

const vitest = (project: string): Step => {
  const file = join(REPORTS, `${project}.json`);
  return {
    name: project,
    command: [
      'vitest',
      'run',
      '--config',
      config,
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    report: { file, count: vitestCounts },
  };
};

const STEPS: Step[] = [
  { name: 'lint', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'rooms', command: ['node', 'scripts/lint/rooms.ts'] },
  { name: 'settings', command: ['node', 'scripts/lint/unread-settings.ts'] },
  { name: 'dealers', command: ['node', 'scripts/dealers.ts', 'check'] },
  { name: 'references', command: ['node', 'scripts/reference.ts', '--check'] },
  { name: 'types', command: ['astro', 'check', '--minimumFailingSeverity', 'hint'] },
  vitest('unit'),
  vitest('integration'),
  vitest('postgres'),
  { name: 'benches', command: ['node', 'scripts/bench.ts', '--tiny'] },
  {
    name: 'e2e',
    command: ['playwright', 'test', '--config', 'tests/playwright.config.ts'],
    report: { file: join(REPORTS, 'e2e.json'), count: playwrightCounts },
  },
  {
    name: 'visual',
    command: ['playwright', 'test', '--config', 'tests/visual.config.ts'],
    report: { file: join(REPORTS, 'visual.json'), count: playwrightCounts },
  },
];

const run = (command: string[]) =>
  new Promise<number>((resolve) => {
    const [program = '', ...args] = command;
    const child = spawn(program, args, { stdio: 'inherit', env: process.env });
    child.once('error', () => resolve(127));
    child.once('exit', (code) => resolve(code ?? 1));
  });

function countsOf(step: Step, exitCode: number): Counts {
  if (!step.report) return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  try {
    const counts = step.report.count(JSON.parse(readFileSync(step.report.file, 'utf8')));
    return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
  } catch {
    return { passed: 0, failed: 1 };
  }
}

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
const only = process.argv.slice(2);
const total: Counts = { passed: 0, failed: 0 };
const lines: string[] = [];
for (const step of STEPS.filter(({ name }) => only.length === 0 || only.includes(name))) {
  const started = performance.now();
  console.log(`\n── ${step.name}`);
  const counts = countsOf(step, await run(step.command));
  total.passed += counts.passed;
  total.failed += counts.failed;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  lines.push(
    `${step.name.padEnd(12)} ${String(counts.passed).padStart(5)} passed ${String(counts.failed).padStart(4)} failed ${seconds.padStart(7)} s`,
  );
}
console.log(`\n${lines.join('\n')}\n`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
