/**
 * A combobox with a listbox that pops up, by the ARIA Authoring Practices: a text field with suggestions under it.
 * The field keeps the person's own text; an option is chosen by a press, a click or Enter, all of which click it.
 */
export type Combobox = {
  /** Shows the options for the text, while the field has the focus. */
  renew(): void;
  /** More options have loaded: the one that was reached stays so, and a list that was closed stays closed. */
  refresh(): void;
  close(): void;
};

export type ComboboxParts = {
  /** Name of the list. */
  label: string;
  /** Class of the list and start of the classes of its parts. */
  className: string;
  /** The options for a text, best first. */
  optionsFor(text: string): readonly HTMLElement[];
  /** Announces the number of options. */
  countText(options: readonly HTMLElement[]): string;
  /** An option was pressed, clicked or entered; returns whether it is fully handled. */
  choose(option: HTMLElement): boolean;
  /** Delete on an option. */
  remove(option: HTMLElement): void;
};

/** Between field and list, px. */
const GAP_PX = 4;

/** Whether two options, made at different times, lead to the same. */
const isSame = (a: HTMLElement, b: HTMLElement) =>
  a.textContent === b.textContent && a.getAttribute('href') === b.getAttribute('href');

export function createCombobox(input: HTMLInputElement, parts: ComboboxParts): Combobox {
  // A list beside an island's field would break its hydration.
  const popover = input.closest<HTMLElement>('[popover]');
  const host = popover ?? document.body;
  const list = document.createElement('div');
  list.id = `${input.id}-list`;
  list.className = parts.className;
  list.popover = 'manual';
  list.role = 'listbox';
  list.ariaLabel = parts.label;
  const status = document.createElement('div');
  status.className = 'visually-hidden';
  status.role = 'status';
  host.append(list, status);

  let options: readonly HTMLElement[] = [];
  /** Of `options`; -1 is the field. */
  let active = -1;
  let isOpen = false;
  /** The person has closed the list. */
  let isDismissed = false;

  input.role = 'combobox';
  input.ariaAutoComplete = 'list';
  input.ariaExpanded = 'false';
  input.setAttribute('aria-controls', list.id);

  function point(at: number) {
    const [before, option] = [options[active], options[at]];
    if (before) before.ariaSelected = 'false';
    active = at;
    if (!option) return input.removeAttribute('aria-activedescendant');
    option.ariaSelected = 'true';
    input.setAttribute('aria-activedescendant', option.id);
    option.scrollIntoView({ block: 'nearest' });
  }

  function place() {
    const { left, bottom, width } = input.getBoundingClientRect();
    const [x, y] = popover ? [0, 0] : [scrollX, scrollY];
    list.style.position = popover ? 'fixed' : 'absolute';
    list.style.left = `${left + x}px`;
    list.style.top = `${bottom + y + GAP_PX}px`;
    list.style.width = `${width}px`;
  }

  function close() {
    if (!isOpen) return;
    isDismissed = true;
    point(-1);
    isOpen = false;
    list.hidePopover();
    input.ariaExpanded = 'false';
    status.textContent = '';
  }

  function renew() {
    if (document.activeElement !== input) return;
    point(-1);
    options = parts.optionsFor(input.value);
    for (const [at, option] of options.entries()) {
      option.id = `${list.id}-${at}`;
      option.role = 'option';
      option.ariaSelected = 'false';
      option.tabIndex = -1;
    }
    list.replaceChildren(...options);
    if (options.length === 0) close();
    else if (!isOpen) {
      isOpen = true;
      list.showPopover();
      input.ariaExpanded = 'true';
    }
    if (isOpen) {
      place();
      list.scrollTop = 0;
    }
    status.textContent = options.length > 0 || input.value ? parts.countText(options) : '';
    isDismissed = false;
  }

  function refresh() {
    if (isDismissed) return;
    const reached = options[active];
    renew();
    if (reached) point(options.findIndex((option) => isSame(option, reached)));
  }

  function move(by: 1 | -1) {
    if (!isOpen) {
      renew();
      return point(isOpen ? (by === 1 ? 0 : options.length - 1) : -1);
    }
    // One more position than options: the field itself.
    const places = options.length + 1;
    point(((active + 1 + by + places) % places) - 1);
  }

  /** @returns whether the key was handled */
  function press(key: string): boolean {
    const option = options[active];
    switch (key) {
      case 'ArrowDown':
        move(1);
        return isOpen;
      case 'ArrowUp':
        move(-1);
        return isOpen;
      case 'Escape': {
        const wasOpen = isOpen;
        close();
        return wasOpen;
      }
      case 'Enter':
        if (option) option.click();
        else close();
        return option !== undefined;
      case 'Delete':
        if (option) parts.remove(option);
        if (option) renew();
        return option !== undefined;
      case 'Tab':
        close();
        return false;
      case 'Home':
      case 'End':
      case 'ArrowLeft':
      case 'ArrowRight':
        point(-1);
        return false;
      default:
        return false;
    }
  }

  input.addEventListener('keydown', (event) => {
    // A word of an input method is not finished yet.
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || !press(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  input.addEventListener('input', renew);
  input.addEventListener('click', () => isOpen || renew());
  input.addEventListener('blur', close);
  // The field keeps the focus while a pointer is on the list.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => {
    const option = options.find((each) => each.contains(target as Node));
    if (!option) return;
    if (parts.choose(option)) close();
    else renew();
  });
  addEventListener('resize', () => isOpen && place());
  return { renew, refresh, close };
}
