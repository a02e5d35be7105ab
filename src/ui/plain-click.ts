type Click = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'defaultPrevented'>;

/**
 * Whether a script may act in a link's place. With a modifier key the browser opens a tab or window or saves the
 * target, and that stays the browser's.
 */
export const isPlainClick = (click: Click): boolean =>
  click.button === 0 &&
  !click.metaKey &&
  !click.ctrlKey &&
  !click.shiftKey &&
  !click.altKey &&
  !click.defaultPrevented;
