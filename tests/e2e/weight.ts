/** Of the first screen, both files of a pair together. */
const MOST_PRELOADED_TYPEFACES = 2;

/** What a page loads before its first screen beside its HTML, which `page-weights.spec.ts` weighs. */
export function weightFaults(html: string): string[] {
  const preloads = html.match(/<link rel="preload" as="font"/g)?.length ?? 0;
  return [
    ...(html.includes('rel="stylesheet"') ? ['a stylesheet that is not in the page'] : []),
    ...(preloads > MOST_PRELOADED_TYPEFACES ? [`${preloads} preloaded typefaces`] : []),
  ];
}
