export type Flag = { points: string; tone: number };

/** Measures in drawing units: where the strings are tied, how high, how far they sag, how wide a flag is. */
export type Bunting = { ties: readonly number[]; height: number; sag: number; flag: number };

const FLAGS_PER_STRING = 8;
const TONES = 3;

/** Height of a string at a share of its way; lowest in the middle. */
const hang = ({ height, sag }: Bunting, share: number) => height + sag * 4 * share * (1 - share);

const strings = ({ ties }: Bunting) =>
  ties.slice(1).map((end, at) => ({ start: ties[at] ?? end, end, first: at * FLAGS_PER_STRING }));

/** Pennants along every string; `tone` runs from 0 to 2. */
export function pennants(bunting: Bunting): Flag[] {
  const { flag } = bunting;
  return strings(bunting).flatMap(({ start, end, first }) =>
    Array.from({ length: FLAGS_PER_STRING }, (_, at) => {
      const share = (at + 0.5) / FLAGS_PER_STRING;
      const x = Math.round(start + (end - start) * share);
      const y = Math.round(hang(bunting, share));
      return {
        points: `${x - flag / 2},${y} ${x + flag / 2},${y} ${x},${y + flag * 1.25}`,
        tone: (first + at) % TONES,
      };
    }),
  );
}

/** The strings themselves, as one path. */
export const stringPath = (bunting: Bunting): string =>
  strings(bunting)
    .map(({ start, end }) => {
      const { height, sag } = bunting;
      return `M${start} ${height}Q${(start + end) / 2} ${height + 2 * sag} ${end} ${height}`;
    })
    .join('');
