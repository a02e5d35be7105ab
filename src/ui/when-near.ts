/**
 * Calls `begin` once an element is within `margin` of the screen. A hidden one waits until it is shown.
 * @param margin as CSS writes it, "300px"
 */
export function whenNear(element: Element, margin: string, begin: () => void): void {
  const watcher = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watcher.disconnect();
      begin();
    },
    { rootMargin: margin },
  );
  watcher.observe(element);
}
