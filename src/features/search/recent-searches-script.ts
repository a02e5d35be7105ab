import { $recentSearches, forgetSearches, type RecentSearch } from '#src/stores/recent-searches.store.ts';

function itemOf({ text, href }: RecentSearch): HTMLLIElement {
  const item = document.createElement('li');
  item.append(Object.assign(document.createElement('a'), { href, textContent: text }));
  return item;
}

const section = document.querySelector<HTMLElement>('[data-recent-searches]');
const searches = $recentSearches.get();
if (section && searches.length > 0) {
  section.querySelector('ul')?.replaceChildren(...searches.map(itemOf));
  section.querySelector('button')?.addEventListener('click', () => {
    forgetSearches();
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
