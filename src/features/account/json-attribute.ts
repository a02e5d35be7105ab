/** The JSON in a data attribute, or undefined where it is missing or unreadable. */
export function jsonAttribute(element: HTMLElement, name: string): unknown {
  try {
    return JSON.parse(element.dataset[name] ?? '');
  } catch {
    return undefined;
  }
}
