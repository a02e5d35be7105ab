/** `red`: broken now. `amber`: needs attention before it breaks. `green`: as it should be. */
export const LEVELS = ['red', 'amber', 'green'] as const;
export type Level = (typeof LEVELS)[number];

export type Finding = {
  level: Level;
  /** A dealer's slug, or a part of the installation. */
  about: string;
  /** A sentence. */
  what: string;
  /** ISO 8601. */
  since?: string | undefined;
  /** The command that fixes it, or leads to the cause. */
  remedy?: string | undefined;
};

/** Red first; within a level as they were found. */
export const worstFirst = (findings: readonly Finding[]): Finding[] =>
  findings.toSorted((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level));

/** The worst level of all. */
export const levelOf = (findings: readonly Pick<Finding, 'level'>[]): Level =>
  LEVELS.find((level) => findings.some((finding) => finding.level === level)) ?? 'green';
