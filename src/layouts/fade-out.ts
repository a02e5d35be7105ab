/** A second press ends the fade to the next page, which is not an error. */
addEventListener('pageswap', ({ viewTransition }) => void viewTransition?.ready.catch(() => {}));
