import type { Page } from '@playwright/test';

/** Of a part that is not laid out, a transition does not run. */
const MOST_PATIENCE_MS = 500;

/** Resolves when colours are those after a transition, neither those before nor between; a busy machine takes its time. */
export const transitionsOver = (page: Page): Promise<void> =>
  page.evaluate(async (patienceMs) => {
    await new Promise((next) => requestAnimationFrame(next));
    const transitions = document.getAnimations().filter((each) => each instanceof CSSTransition);
    const patience = new Promise((over) => setTimeout(over, patienceMs));
    await Promise.race([patience, Promise.allSettled(transitions.map(({ finished }) => finished))]);
  }, MOST_PATIENCE_MS);
