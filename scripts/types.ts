import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ConvertToTsxResult, convertToTsx } from '@astrojs/astro2tsx';
import { sync } from 'astro';

/**
 * Types of all modules and components, by the native compiler: `astro check` finds the same in ten times the time. The
 * compiler knows no `.astro` file, so it reads each as the TSX that `astro check` makes of it, from a folder laid over
 * the project.
 */
const OVERLAY = '.astro/tsx';
const TSC = fileURLToPath(import.meta.resolve('@typescript/native/package.json')).replace(
  'package.json',
  'bin/tsc',
);
/** One checker takes two thirds of the processor time of several, which check what they share again. */
const OPTIONS = ['-p', join(OVERLAY, 'tsconfig.json'), '--pretty', 'false', '--checkers', '1'];
/** The TSX wraps the frontmatter in a function, in which what follows a `return` is its template. */
const UNREACHABLE = 'TS7027';

type Mapping = ConvertToTsxResult['mappings'][number];
/** Where the text of an overlay file comes from. */
type Origin = { file: string; source: string; text: string; mappings: readonly Mapping[] };
const origins = new Map<string, Origin>();

function write(path: string, origin: Origin): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, origin.text);
  origins.set(path, origin);
}

// The types of styles and pictures that modules import, which a fresh clone does not have.
await sync({ root: '.', logLevel: 'warn' });
rmSync(OVERLAY, { recursive: true, force: true });
for (const file of globSync('{src,scripts,tests}/**/*.astro')) {
  const source = readFileSync(file, 'utf8');
  const { code, mappings, scripts } = convertToTsx(source, { ambientTypes: true, filename: file });
  write(join(OVERLAY, `${file}.tsx`), { file, source, text: code, mappings });
  for (const [index, { content, position, type }] of scripts.entries()) {
    if (type !== 'processed-module') continue;
    const whole: Mapping = [0, content.length, position.start, content.length, 0];
    const text = `${content}\nexport {};\n`;
    write(join(OVERLAY, `${file}.${index}.ts`), { file, source, text, mappings: [whole] });
  }
}
const settings = {
  extends: '../../tsconfig.json',
  compilerOptions: {
    rootDirs: ['../..', '.'],
    paths: { '#src/*': ['../../src/*', './src/*'] },
    typeRoots: ['../../node_modules/@types'],
  },
  include: [
    '.',
    '../types.d.ts',
    ...['src', 'scripts', 'tests', 'astro.config.mjs'].map((at) => `../../${at}`),
  ],
};
writeFileSync(join(OVERLAY, 'tsconfig.json'), JSON.stringify(settings));

const lineStart = (text: string, line: number) =>
  text.split('\n', line).reduce((at, { length }) => at + length + 1, 0);

/** @returns `line:column` in the component, each from 1; of what only the TSX has, its first line */
function placeIn({ source, text, mappings }: Origin, line: number, column: number): string {
  const at = lineStart(text, line - 1) + column - 1;
  const mapping = mappings.find(([start, length]) => start <= at && at <= start + length);
  if (!mapping) return '1:1';
  const [start, , originalStart, originalLength] = mapping;
  const before = source.slice(0, originalStart + Math.min(at - start, originalLength)).split('\n');
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}

const ERROR = /^(?<path>.+?)\((?<line>\d+),(?<column>\d+)\): (?<message>.*)$/;
const { stdout, stderr, status, signal, error } = spawnSync(process.execPath, [TSC, ...OPTIONS], {
  encoding: 'utf8',
  maxBuffer: 2 ** 28,
});
if (error) throw error;
// It says nothing where nothing is wrong: silence counts only from a compiler that has come to its end.
if (signal || (status !== 0 && stdout.trim() === ''))
  throw new Error(`The compiler ended with ${signal ?? status}. ${stderr}`);
let errors = 0;
for (const reported of stdout.split('\n').filter(Boolean)) {
  const { path = '', line = '', column = '', message = '' } = ERROR.exec(reported)?.groups ?? {};
  const origin = origins.get(path);
  if (origin && message.includes(UNREACHABLE)) continue;
  // Lines that explain the one above are indented.
  if (!reported.startsWith(' ')) errors += 1;
  console.error(
    origin ? `${origin.file}:${placeIn(origin, Number(line), Number(column))} ${message}` : reported,
  );
}
process.stderr.write(stderr);
console.log(
  errors === 0 ? `The types of ${origins.size} overlay files and all modules agree.` : `${errors} errors`,
);
process.exitCode = errors === 0 ? 0 : 1;
