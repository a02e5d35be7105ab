/** Tabs and text box of the location directory. Without this script every location shows under its heading. */
type Group = { tabs: HTMLElement[]; panels: HTMLElement[] };

const groupOf = (section: HTMLElement): Group => ({
  tabs: [...section.querySelectorAll<HTMLElement>('[role="tab"]')],
  panels: [...section.querySelectorAll<HTMLElement>('.directory-panel')],
});

function select({ tabs, panels }: Group, at: number): void {
  for (const [index, tab] of tabs.entries()) {
    tab.setAttribute('aria-selected', String(index === at));
    tab.tabIndex = index === at ? 0 : -1;
  }
  for (const [index, panel] of panels.entries()) panel.hidden = index !== at;
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

function enableTabs(section: HTMLElement): Group {
  const group = groupOf(section);
  for (const [index, panel] of group.panels.entries()) {
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', group.tabs[index]?.id ?? '');
    panel.querySelector<HTMLElement>('[data-tab-heading]')?.classList.add('visually-hidden');
  }
  const list = section.querySelector<HTMLElement>('[role="tablist"]');
  if (list) list.hidden = false;
  list?.addEventListener('click', ({ target }) => {
    const at = target instanceof HTMLElement ? group.tabs.indexOf(target) : -1;
    if (at >= 0) select(group, at);
  });
  list?.addEventListener('keydown', (event) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    const shown = group.tabs.filter((tab) => !tab.hidden);
    const at = event.target instanceof HTMLElement ? shown.indexOf(event.target) : 0;
    const next = shown[(at + step + shown.length) % shown.length];
    if (!next) return;
    event.preventDefault();
    select(group, group.tabs.indexOf(next));
    next.focus();
  });
  select(group, 0);
  return group;
}

/** Hides what does not match; the selected tab returns to the first (LOC-01). @returns whether anything is left */
function filterGroup(section: HTMLElement, group: Group, query: string): boolean {
  const matches = group.panels.map((panel) => {
    const items = [...panel.querySelectorAll<HTMLElement>('[data-search]')];
    for (const item of items) item.hidden = !(item.dataset.search ?? '').includes(query);
    return items.some((item) => !item.hidden);
  });
  for (const [index, tab] of group.tabs.entries()) tab.hidden = !matches[index];
  const first = matches.indexOf(true);
  section.hidden = first < 0;
  if (first >= 0) select(group, first);
  return first >= 0;
}

function writeQueryToUrl(query: string): void {
  const url = new URL(location.href);
  if (query) url.searchParams.set('locationQuery', query);
  else url.searchParams.delete('locationQuery');
  history.replaceState(history.state, '', url);
}

function enableDirectory(directory: HTMLElement): void {
  const sections = [...directory.querySelectorAll<HTMLElement>('.directory-group')];
  const groups = new Map(sections.map((section) => [section, enableTabs(section)]));
  const form = directory.querySelector('form');
  const box = form?.querySelector('input');
  const none = directory.querySelector<HTMLElement>('[data-none]');
  if (!form || !box) return;
  const filter = () => {
    const query = box.value.trim().toLowerCase();
    const left = [...groups].map(([section, group]) => filterGroup(section, group, query));
    if (none) none.hidden = left.includes(true);
  };
  form.hidden = false;
  form.addEventListener('submit', (event) => event.preventDefault());
  box.addEventListener('input', () => {
    writeQueryToUrl(box.value.trim());
    filter();
  });
  box.value = new URLSearchParams(location.search).get('locationQuery') ?? '';
  if (box.value) filter();
}

for (const directory of document.querySelectorAll<HTMLElement>('[data-directory]'))
  enableDirectory(directory);
