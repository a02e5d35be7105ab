/**
 * An element that a script adds to the page.
 * @param html a text of the code and nothing from outside it, of one element
 */
export function elementOf<T extends Element = HTMLElement>(html: string): T {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content.firstElementChild as T;
}
