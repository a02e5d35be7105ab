/**
 * VDP-22: the query for the cards of what was viewed before; empty for nothing.
 * @param stored the browser's stored list, the last viewed first; untrusted
 * @param shown id of the vehicle whose page this is
 */
export function viewedQuery(stored: unknown, shown: string | undefined): string {
  const cars: unknown[] = Array.isArray(stored) ? stored : [];
  const ids = cars.map((car) => (car as { id?: unknown } | null)?.id).filter((id) => id && id !== shown);
  return `${new URLSearchParams(ids.map((id) => ['id', `${id}`]))}`;
}
