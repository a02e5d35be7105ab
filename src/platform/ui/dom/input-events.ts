type Click = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'defaultPrevented'>;

/**
 * Whether a script may act in place of a link. With a modifier key the browser opens a tab or window or saves the
 * target, which is left to the browser.
 */
export const isPlainClick = (click: Click): boolean =>
  click.button === 0 &&
  !click.metaKey &&
  !click.ctrlKey &&
  !click.shiftKey &&
  !click.altKey &&
  !click.defaultPrevented;

/** Pasted and filled-in digits come with spaces and dashes; browsers would cut them off at a `maxLength`. */
export const onlyDigits =
  (most: number) =>
  ({ currentTarget: input }: { currentTarget: HTMLInputElement }): void => {
    const digits = input.value.replace(/\D/g, '').slice(0, most);
    if (digits !== input.value) input.value = digits;
  };
