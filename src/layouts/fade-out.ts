/** `ready` rejects if a second click skips the transition, which is not an error. */
addEventListener('pageswap', ({ viewTransition }) => void viewTransition?.ready.catch(() => {}));
