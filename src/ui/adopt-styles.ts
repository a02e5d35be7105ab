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
