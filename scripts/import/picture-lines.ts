import type { PictureSummary } from '#src/features/stock/server/pictures/import-pictures.ts';

/** The report on a dealer's pictures; empty if the feed names none by address. */
export function pictureLines(summary: PictureSummary): string[] {
  const { asked, fetched, unchanged, failures, vehicles, forgotten } = summary;
  const failed = failures.reduce((sum, { count }) => sum + count, 0);
  return [
    ...(asked > 0
      ? [
          `  pictures: ${fetched} fetched, ${unchanged} unchanged, ${failed} could not be fetched; ${vehicles} vehicles have new pictures`,
        ]
      : []),
    ...failures.map(
      ({ reason, count, example }) =>
        `  ${String(count).padStart(6)} × ${reason}\n           e.g. ${example}`,
    ),
    ...(failed > 0
      ? ['  Later imports try them again; until then their vehicles show other pictures, or none.']
      : []),
    ...(forgotten > 0 ? [`  ${forgotten} pictures deleted that were unused for 90 days`] : []),
  ];
}
