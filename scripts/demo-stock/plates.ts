import type { Random } from './random.ts';

/** Without vowels, so that no plate spells a word. */
const LETTERS = [...'BCDFGHJKLMNPRSTVWXYZ'];

/** `#` a digit, `@` a letter: patterns issued to cars before and since the year given, and to motorcycles. */
const PATTERNS: Readonly<
  Record<string, { since: number; older: string; newer: string; motorcycle: string; trailer: string }>
> = {
  qld: { since: 2020, older: '###@@@', newer: '###@@#', motorcycle: '#@@##', trailer: '###@@@' },
  nsw: { since: 2005, older: '@@@###', newer: '@@@##@', motorcycle: '@@@##', trailer: '@@##@@' },
  vic: { since: 2013, older: '@@@###', newer: '#@@#@@', motorcycle: '#@#@@', trailer: '@#####' },
  act: { since: 2010, older: 'Y@@##@', newer: 'Y@@##@', motorcycle: 'C####', trailer: 'T####@' },
  sa: { since: 2009, older: '@@@###', newer: 'S###@@@', motorcycle: 'S##@@@', trailer: 'S###T@@' },
  wa: { since: 2000, older: '1@@@###', newer: '1@@@###', motorcycle: '1@@###', trailer: '1T@@###' },
  tas: { since: 2008, older: '@##@@', newer: '@##@@', motorcycle: '@###@', trailer: '@T##@@' },
  nt: { since: 2011, older: '###@@@', newer: 'C@##@@', motorcycle: 'C####', trailer: 'T@####' },
};

/** A plate as the state issued them in that year. */
export function makePlate(
  state: string,
  year: number,
  kind: 'car' | 'motorcycle' | 'trailer',
  random: Random,
): string {
  const patterns = PATTERNS[state] ?? PATTERNS.qld;
  const issued = patterns && year >= patterns.since ? patterns.newer : patterns?.older;
  const pattern = (kind === 'car' ? issued : patterns?.[kind]) ?? '';
  return pattern.replace(/[#@]/g, (sign) => (sign === '#' ? String(random.int(0, 9)) : random.pick(LETTERS)));
}
