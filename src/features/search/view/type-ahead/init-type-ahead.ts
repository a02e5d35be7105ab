const withSuggestions = new WeakSet<HTMLInputElement>();

/** Suggestions load when the field of a static form is focused for the first time. */
async function suggest({ target }: { target: unknown }): Promise<void> {
  if (!(target instanceof HTMLInputElement && target.matches('[data-type-ahead]'))) return;
  if (withSuggestions.has(target)) return;
  withSuggestions.add(target);
  const { renderTypeAhead } = await import('./render-type-ahead.tsx');
  renderTypeAhead(target);
}

/** On small screens the field of the header opens over it. */
const OPENED = '.header-search:popover-open';
const focusField = (search: Element | null) => search?.querySelector('input')?.focus();

addEventListener('focusin', suggest);
document.addEventListener(
  'toggle',
  ({ target }) => target instanceof Element && target.matches(OPENED) && focusField(target),
  true,
);
// The interaction that loaded this script may have been at a field.
focusField(document.querySelector(OPENED));
void suggest({ target: document.activeElement });
