export type Control = HTMLInputElement | HTMLSelectElement;

/** Whether the shopper has changed a field of the page as it was sent. */
export function wasChanged(control: Control): boolean {
  if ('defaultValue' in control) return control.value !== control.defaultValue;
  const sent = [...control.options].findIndex(({ defaultSelected }) => defaultSelected);
  return control.selectedIndex !== Math.max(0, sent);
}
