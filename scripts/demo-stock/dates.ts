/** A calendar day `YYYY-MM-DD` moved by whole days. */
export function addDays(day: string, days: number): string {
  const moved = new Date(`${day}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

/** `MM/YYYY`, as compliance plates write it. */
export const plateMonth = (day: string): string => `${day.slice(5, 7)}/${day.slice(0, 4)}`;

export const yearOf = (day: string): number => Number(day.slice(0, 4));
