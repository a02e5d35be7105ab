/** Pages either side of the one shown. */
const NEIGHBOURS = 1;

/** Numbers of a pager: first, last, and those around the page shown; null where some are left out. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const shown = Array.from({ length: pages }, (_, at) => at + 1).filter(
    (number) => number === 1 || number === pages || Math.abs(number - page) <= NEIGHBOURS,
  );
  return shown.flatMap((number, at) => {
    const before = shown[at - 1] ?? number - 1;
    if (number - before === 2) return [number - 1, number];
    return number - before > 2 ? [null, number] : [number];
  });
}
