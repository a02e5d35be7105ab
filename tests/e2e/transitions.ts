import type { Page } from 'playwright/test';

/** Of a part that is not laid out, a transition does not run. */
const MOST_PATIENCE_MS = 500;

/**
 * Resolves when colours are those after a transition, neither those before nor between. What inherits a colour begins
 * its transition when that of its parent ends, so there are as many in a row as elements in each other.
 */
export const transitionsOver = (page: Page): Promise<void> =>
  page.evaluate(async (patienceMs) => {
    let isPatient = true;
    const patience = new Promise<void>((over) =>
      setTimeout(() => {
        isPatient = false;
        over();
      }, patienceMs),
    );
    const frame = () => new Promise((next) => requestAnimationFrame(next));
    const running = () =>
      document
        .getAnimations()
        .filter((each) => each instanceof CSSTransition && each.playState !== 'finished');
    await frame();
    for (let under = running(); under.length > 0 && isPatient; under = running()) {
      await Promise.race([patience, Promise.allSettled(under.map(({ finished }) => finished))]);
      await frame();
    }
  }, MOST_PATIENCE_MS);
