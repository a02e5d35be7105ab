/** A shopper who presses twice ends the fade to the next page, which is no error of the page. */
addEventListener('pageswap', ({ viewTransition }) => void viewTransition?.ready.catch(() => {}));
