const withSuggestions = new WeakSet<HTMLInputElement>();

/** Loads suggestions when the input of a static form is first focused. */
async function suggest({ target }: { target: unknown }): Promise<void> {
  if (!(target instanceof HTMLInputElement && target.matches('[data-type-ahead]'))) return;
  if (withSuggestions.has(target)) return;
  withSuggestions.add(target);
  const { renderTypeAhead } = await import('./render-type-ahead.tsx');
  renderTypeAhead(target);
}

/** On small screens the header search is a popover. */
const OPENED = '.header-search:popover-open';
const focusField = (search: Element | null) => search?.querySelector('input')?.focus();

addEventListener('focusin', suggest);
document.addEventListener(
  'toggle',
  ({ target }) => target instanceof Element && target.matches(OPENED) && focusField(target),
  true,
);
// The interaction that loaded this script may have focused the input.
focusField(document.querySelector(OPENED));
void suggest({ target: document.activeElement });
