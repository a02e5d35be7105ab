const adopted = new Set<string>();

/**
 * Adopts styles of a lazily loaded part once. Importing a stylesheet from its script would add it to every page that
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
 * Creates an element from trusted HTML.
 * @param html static markup of a single element, never external input
 */
export function elementOf<T extends Element = HTMLElement>(html: string): T {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content.firstElementChild as T;
}

/**
 * Loads a third-party script.
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
