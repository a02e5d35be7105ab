const adopted = new Set<string>();

/**
 * Styles of a part that loads on demand, once each. A stylesheet imported by its script would be in every page that
 * may load it.
 */
export function adoptStyles(...styles: readonly string[]): void {
  for (const style of styles) {
    if (adopted.has(style)) continue;
    adopted.add(style);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    document.adoptedStyleSheets.push(sheet);
  }
}

/**
 * An element that a script adds to the page.
 * @param html a text of the code and nothing from outside it, of one element
 */
export function elementOf<T extends Element = HTMLElement>(html: string): T {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content.firstElementChild as T;
}

/**
 * Adds a script of another host to the page.
 * @throws Error if it cannot be loaded
 */
export function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.async = true;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error(`${new URL(address).host} did not answer`)));
    document.head.append(script);
  });
}
