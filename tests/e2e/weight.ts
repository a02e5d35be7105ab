import { gzipSync } from 'node:zlib';

const KB = 1024;
const LEAST_CSS_KB = 5;
const MOST_CSS_KB = 14;
/** Of the page that shows every part of the design. */
export const MOST_CSS_KB_OF_ALL_PARTS = 16;
/** Of the first screen, both files of a pair together. */
const MOST_PRELOADED_TYPEFACES = 2;

/** What is too heavy about a page, and styles that are not in it. */
export function weightFaults(html: string, mostCssKb = MOST_CSS_KB): string[] {
  const styles = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, style]) => style).join('');
  const size = gzipSync(styles, { level: 9 }).length / KB;
  const preloads = html.match(/<link rel="preload" as="font"/g)?.length ?? 0;
  return [
    ...(size < LEAST_CSS_KB || size > mostCssKb ? [`${size.toFixed(1)} KB of CSS`] : []),
    ...(html.includes('rel="stylesheet"') ? ['a stylesheet that is not in the page'] : []),
    ...(preloads > MOST_PRELOADED_TYPEFACES ? [`${preloads} preloaded typefaces`] : []),
  ];
}
