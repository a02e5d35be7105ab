/** `#` a digit, `@` a letter: patterns issued to cars before and since the year given, and to motorcycles. */
export const PLATE_PATTERNS: Readonly<
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
