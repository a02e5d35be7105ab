import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { missedIn } from './bench/measurement.ts';
import { readCatalogue } from './catalogue/catalogue.ts';
import { endWithDescendants } from './programs/end-with-descendants.ts';
import {
  type Counts,
  type Outcome,
  readPlaywright,
  readVitest,
  unprovenRows,
} from './test/runner-reports.ts';

/**
 * Everything that must hold before a change lands, `tests/extent.ts` says how much of it:
 * `node scripts/test.ts [--wide|--full|--quarter] [step…]`
 *
 * `--quarter` adds a quarter of what `--wide` runs, another one each day, so that every test runs within four days.
 */
type Step = {
  name: string;
  /** Names several steps at once. */
  group?: string;
  command: string[];
  /** Report of the runner; a step without one counts as a single check. */
  report?: { file: string; read: (report: unknown) => Outcome };
  /** Of this step, where it is not that of the run. */
  extent?: string;
};
const REPORTS = '.data/reports';
const SLOWEST_SHOWN = 10;
/** Of a failed step that names no failed test. */
const LINES_SHOWN = 40;

/** @param projects name of one, or a pattern */
const vitest = (name: string, projects = name): Step => {
  const file = join(REPORTS, `${name}.json`);
  const options = ['--config', 'tests/vitest.config.ts', '--project', projects];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  return {
    name,
    command: ['vitest', 'run', ...options, ...reporters],
    report: { file, read: readVitest },
  };
};

const playwright = (name: string, config: string): Step => ({
  name,
  command: ['playwright', 'test', '--config', config],
  report: { file: join(REPORTS, `${name}.json`), read: readPlaywright },
});

const EXTENTS: Readonly<Record<string, string>> = { '--wide': 'wide', '--full': 'full' };
const QUARTER = '--quarter';
const QUARTERS = 4;
const MS_PER_DAY = 86_400_000;
const withQuarter = process.argv.includes(QUARTER);
const only = process.argv.slice(2).filter((argument) => !EXTENTS[argument] && argument !== QUARTER);
const extent = EXTENTS[process.argv.find((argument) => EXTENTS[argument]) ?? ''] ?? 'core';
const isCore = extent === 'core';

/** Today's quarter of a step of the wide run. Reports are read as soon as it ends, so that the core's may be replaced. */
const quarterOf = (step: Step): Step => ({
  ...step,
  name: `${step.name}, ¼`,
  command: [...step.command, `--shard=${(Math.floor(Date.now() / MS_PER_DAY) % QUARTERS) + 1}/${QUARTERS}`],
  extent: 'wide',
});

/** It checks the types of all modules once more, which takes a minute. */
const UNREAD_SETTINGS: Step = {
  name: 'settings',
  command: ['node', 'scripts/lint/unread-settings.ts'],
};

/** They need no demo, which takes minutes to make. */
const CORE_BENCHES = ['build/check', 'import', 'leads/crm', 'leads/disk', 'leads/load', 'machines/kills'];

/** For two cores, which tests that wait share: each queue runs its steps one after the other, what fails fastest first. */
const QUEUES: Step[][] = [
  [
    { name: 'format', group: 'lint', command: ['biome', 'check', '--error-on-warnings', '.'] },
    { name: 'rooms', group: 'lint', command: ['node', 'scripts/lint/rooms.ts'] },
    { name: 'packages', group: 'lint', command: ['node', 'scripts/lint/package-internals.ts'] },
    { name: 'widths', group: 'lint', command: ['node', 'scripts/lint/widths.ts'] },
    { name: 'capitals', group: 'lint', command: ['node', 'scripts/lint/capitals.ts'] },
    { name: 'catalogue', group: 'lint', command: ['node', 'scripts/lint/catalogue-ids.ts'] },
    { name: 'dealers', command: ['node', 'scripts/dealers.ts', 'check'] },
    { name: 'references', group: 'lint', command: ['node', 'scripts/reference.ts', '--check'] },
    ...(isCore && !only.includes('settings') ? [] : [UNREAD_SETTINGS]),
    vitest('unit', 'unit*'),
    vitest('integration'),
  ],
  [
    // What the benches make and build serves the browser tests, which run after them.
    { name: 'benches', command: ['node', 'scripts/bench.ts', '--tiny', ...(isCore ? CORE_BENCHES : [])] },
    playwright('e2e', 'tests/playwright.config.ts'),
    ...(isCore ? [] : [playwright('visual', 'tests/visual.config.ts')]),
  ],
  [{ name: 'types', command: ['node', 'scripts/types.ts'] }],
];
/** Taken by the queue that ends first: that of the types. */
const REST: Step[] = [vitest('postgres')];
/** What a core run leaves out, after it. */
const QUARTER_QUEUES: Step[][] = [
  [quarterOf(vitest('integration')), quarterOf(vitest('postgres'))],
  [
    quarterOf(playwright('e2e', 'tests/playwright.config.ts')),
    quarterOf(playwright('visual', 'tests/visual.config.ts')),
    UNREAD_SETTINGS,
  ],
];

const env = {
  // Code that starts a hundred times is compiled once.
  NODE_COMPILE_CACHE: '.astro/cache/code',
  TEST_STACK: 'test',
  // The weight of new pictures has tests of its own; else they only have to be there.
  AVIF_EFFORT: '0',
  // Dozens of processes share two cores: helpers of their garbage collectors would only wait for one another.
  NODE_OPTIONS: '--v8-pool-size=1',
  ...process.env,
};

/** @param isAlone prints while it runs; steps side by side print when they end */
const run = ({ command: [program = '', ...args], extent: own = extent }: Step, isAlone: boolean) =>
  new Promise<{ exitCode: number; output: string }>((resolve) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...env, TEST_EXTENT: own },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (isAlone) process.stdout.write(text);
      });
    }
    child.once('error', (error) => resolve({ exitCode: 127, output: `${error.message}\n` }));
    child.once('close', (code) => resolve({ exitCode: code ?? 1, output }));
  });

/** Of a step that ran no tests. */
const NOTHING_RAN: Outcome = { passed: 0, failed: 0, files: {}, failures: [], passedTitles: [] };

function outcomeOf({ report }: Step, exitCode: number): Outcome {
  const failed = exitCode === 0 ? 0 : 1;
  if (!report) return { ...NOTHING_RAN, passed: 1 - failed, failed };
  try {
    const outcome = report.read(JSON.parse(readFileSync(report.file, 'utf8')));
    return { ...outcome, failed: Math.max(outcome.failed, failed) };
  } catch {
    return { ...NOTHING_RAN, failed: 1 };
  }
}

const total: Counts = { passed: 0, failed: 0 };
const lines: string[] = [];
/** Printed last, so that the end of a long run shows the failures. */
const failures: string[] = [];
/** By benches that were run small: the run does not fail for them. */
const missed: string[] = [];
const durations: { seconds: number; file: string }[] = [];
const titles: string[] = [];

const line = (name: string, passed: number, failed: number) =>
  `${name.padEnd(12)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed`;

async function take(step: Step, isAlone: boolean): Promise<void> {
  const started = performance.now();
  if (isAlone) console.log(`\n── ${step.name}`);
  const { exitCode, output } = await run(step, isAlone);
  if (!isAlone) console.log(`\n── ${step.name}\n${output}`);
  if (exitCode !== 0) console.error(`${step.name} ended with ${exitCode}`);
  const { passed, failed, files, failures: named, passedTitles } = outcomeOf(step, exitCode);
  titles.push(...passedTitles);
  missed.push(...missedIn(output));
  if (failed > 0) {
    const lastLines = output.trimEnd().split('\n').slice(-LINES_SHOWN);
    failures.push(...(named.length > 0 ? named : lastLines).map((line) => `  ${step.name}  ${line}`));
  }
  total.passed += passed;
  total.failed += failed;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  lines.push(`${line(step.name, passed, failed)} ${seconds.padStart(7)} s`);
  for (const [file, took] of Object.entries(files)) {
    durations.push({ seconds: took, file: `${file} (${step.name})` });
  }
}

endWithDescendants();
rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
const started = performance.now();
const isWanted = ({ name, group = name }: Step) =>
  only.length === 0 || only.includes(name) || only.includes(group);
const rest = REST.filter(isWanted);
const wanted = (queues: Step[][]) =>
  queues.map((queue) => queue.filter(isWanted)).filter((queue) => queue.length > 0);

async function takeAll(queues: Step[][]): Promise<void> {
  await Promise.all(
    queues.map(async (queue) => {
      for (let step = queue.shift() ?? rest.shift(); step; step = queue.shift() ?? rest.shift())
        await take(step, queues.length === 1);
    }),
  );
}

const queues = wanted(QUEUES);
await takeAll(queues.length === 0 ? [[]] : queues);
// A failure of the core is worth knowing at once.
if (withQuarter && total.failed === 0) await takeAll(wanted(QUARTER_QUEUES));
if (only.length === 0) {
  const rows = readCatalogue();
  const unproven = unprovenRows(rows, titles);
  const passed = unproven.length === 0 ? 1 : 0;
  total.passed += passed;
  total.failed += unproven.length;
  lines.push(line('all rows', passed, unproven.length));
  failures.push(...unproven.map(({ id, text }) => `  rows  no test that passed names ${id}: ${text}`));
}
durations.sort((a, b) => b.seconds - a.seconds);
const slowest = durations
  .slice(0, SLOWEST_SHOWN)
  .map(({ seconds, file }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);
console.log(`\nThe slowest files:\n${slowest.join('\n')}`);
console.log(`\n${lines.join('\n')}\n\n${((performance.now() - started) / 60_000).toFixed(1)} minutes\n`);
if (failures.length > 0) console.log(`What failed:\n${failures.join('\n')}\n`);
if (missed.length > 0)
  console.log(`Goals of benches, on few samples:\n${missed.map((line) => `  ${line}`).join('\n')}\n`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
