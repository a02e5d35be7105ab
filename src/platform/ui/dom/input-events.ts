type Click = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'defaultPrevented'>;

/**
 * Whether a script may handle a click on a link. With a modifier key, browsers open a tab or window or save the target.
 */
export const isPlainClick = (click: Click): boolean =>
  click.button === 0 &&
  !click.metaKey &&
  !click.ctrlKey &&
  !click.shiftKey &&
  !click.altKey &&
  !click.defaultPrevented;

/** Pasted and autofilled digits may contain spaces and dashes, and would be truncated by `maxLength`. */
export const onlyDigits =
  (most: number) =>
  ({ currentTarget: input }: { currentTarget: HTMLInputElement }): void => {
    const digits = input.value.replace(/\D/g, '').slice(0, most);
    if (digits !== input.value) input.value = digits;
  };
