import { globSync, readFileSync } from 'node:fs';
import { writtenOut } from '#src/platform/ui/styles/breakpoints.ts';

/**
 * CFG-21: media queries and `sizes` name their widths, which `src/platform/ui/styles/breakpoints.ts` holds once.
 * `node scripts/lint/widths.ts`
 */
const SOURCES = 'src/**/*.{css,astro,ts,tsx}';
const NOT_READ = /\.test\.tsx?$|^src\/styles\/breakpoints\.ts$/;
/** A width of the window as a number; a container may have any, as it has no names. */
const NUMBER = /\((?:min-|max-)?width\s*[:<>=]+\s*[\d.]+(?:px|r?em)|[\d.]+(?:px|r?em)\s*[<>]=?\s*width/;
const CONTAINER = /@container[^{]*/g;
const COMMENT = /\/\*[\s\S]*?\*\//g;

const blank = (text: string) => text.replaceAll(/[^\n]/g, ' ');

/** Violations of one file, each with its line. */
export function widthProblems(file: string, text: string): string[] {
  const lines = text.replace(COMMENT, blank).replace(CONTAINER, blank).split('\n');
  return lines.flatMap((line, index) => {
    const at = `${file}:${index + 1}`;
    if (NUMBER.test(line)) return [`${at} a width in numbers; name a breakpoint: ${line.trim()}`];
    if (!line.includes('@media')) return [];
    try {
      writtenOut(line);
      return [];
    } catch (error) {
      return [`${at} ${error instanceof Error ? error.message : error}`];
    }
  });
}

const files = () => globSync(SOURCES).filter((file) => !NOT_READ.test(file));

if (import.meta.main) {
  const found = files().flatMap((file) => widthProblems(file, readFileSync(file, 'utf8')));
  for (const problem of found) console.error(problem);
  process.exitCode = found.length > 0 ? 1 : 0;
}
