/**
 * Calls `draw` in the frame after any part of the page comes or goes, once a frame: islands render their parts again.
 * @param attribute whose changes count too
 */
export function eachRedraw(draw: () => void, attribute?: string): MutationObserver {
  let isWaiting = false;
  const observer = new MutationObserver(() => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      draw();
    });
  });
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    ...(attribute && { attributeFilter: [attribute] }),
  });
  return observer;
}
