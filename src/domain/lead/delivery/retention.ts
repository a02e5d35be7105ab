/** The same day and time so many months ago, in UTC; the last day of a month that is too short for it. */
export function monthsBefore(instant: Date, months: number): Date {
  const before = new Date(instant);
  before.setUTCMonth(before.getUTCMonth() - months);
  // The 31st of a shorter month has run over into the next.
  if (before.getUTCDate() !== instant.getUTCDate()) before.setUTCDate(0);
  return before;
}
