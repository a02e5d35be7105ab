import { browserStorage } from '#src/ui/browser-storage.ts';
import { forgetSearches, type RememberedSearch, rememberedSearches } from './search-history.ts';

function itemOf({ text, href }: RememberedSearch): HTMLLIElement {
  const item = document.createElement('li');
  item.append(Object.assign(document.createElement('a'), { href, textContent: text }));
  return item;
}

const storage = browserStorage('localStorage');
const section = document.querySelector<HTMLElement>('[data-recent-searches]');
const searches = rememberedSearches(storage);
if (section && searches.length > 0) {
  section.querySelector('ul')?.replaceChildren(...searches.map(itemOf));
  section.querySelector('button')?.addEventListener('click', () => {
    forgetSearches(storage);
    const line = Object.assign(document.createElement('p'), {
      textContent: 'This browser remembers no searches.',
      tabIndex: -1,
    });
    section.querySelector('ul')?.remove();
    section.querySelector('p')?.replaceWith(line);
    line.focus();
  });
  section.hidden = false;
}
