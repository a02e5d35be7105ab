import { expect, type Page } from 'playwright/test';
import { ANSWERS, SOME_NUMBER, someDay } from './answers.ts';

/**
 * Fills forms in as a person without a mouse does: Tab from field to field, whatever the form asks, and Enter on its
 * button. Nothing is clicked, focused or filled in by script.
 */

/** More presses than any page needs, so that a keyboard trap is seen. */
const MOST_PRESSES = 120;

type Kind =
  | 'text'
  | 'select'
  | 'date'
  | 'time'
  | 'box'
  | 'radio'
  | 'send'
  | 'place'
  | 'onward'
  | 'pick'
  | 'other';
type Focused = {
  kind: Kind;
  /** Of the field; of a quick pick, the field it is for. */
  name: string;
  isFilled: boolean;
  isNumber: boolean;
  /** Whether something else is painted over it, or it is out of sight. */
  isCovered: boolean;
};

/** What has the focus, as far as a form is concerned. */
const focused = (page: Page): Promise<Focused> =>
  page.evaluate(() => {
    type Control = HTMLElement & { type?: string; name?: string; value?: string };
    const at = document.activeElement as Control | null;
    const form = at?.closest('form');
    // The number of the dealer is asked for by a form of its own.
    const isInForm = form?.method === 'post' && !form.matches('[data-call]');
    const kinds: Record<string, Kind> = {
      'select-one': 'select',
      date: 'date',
      time: 'time',
      checkbox: 'box',
      radio: 'radio',
      submit: 'send',
      button: 'pick',
      file: 'other',
    };
    function kindOf(): Kind {
      if (!at || !isInForm) return 'other';
      if (at.matches('.lead-step-ways .button')) return 'onward';
      if (at.matches('.lead-form-times')) return 'place';
      return kinds[at.type ?? ''] ?? (at.matches('input, textarea') ? 'text' : 'other');
    }
    // Of a field of many lines the first is enough: browsers bring no more of it into view.
    const firstLine = 20;
    // Of a link that is broken over two lines, its first.
    const box = at?.getClientRects()[0];
    const hit =
      box &&
      document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height / 2, firstLine));
    return {
      kind: kindOf(),
      name: at?.name || (at?.dataset.pickFor ?? ''),
      isFilled: Boolean(at?.value),
      isNumber: at instanceof HTMLInputElement && (at.inputMode === 'numeric' || at.type === 'number'),
      isCovered: isInForm && !(hit && (at?.contains(hit) || hit.contains(at))),
    };
  });

export type Landmark = { text: string; href: string };

/** Takes the focus on until `isThere` says so. */
export async function tabTo(page: Page, isThere: (at: Landmark) => boolean): Promise<void> {
  for (let press = 0; press < MOST_PRESSES; press += 1) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => ({
      text: document.activeElement?.textContent?.trim() ?? '',
      href: document.activeElement?.getAttribute('href') ?? '',
    }));
    if (isThere(at)) return;
  }
  throw new Error(`Tab reached nothing that matches at ${page.url()}`);
}

export async function skipToContent(page: Page): Promise<void> {
  await tabTo(page, ({ text }) => text === 'Skip to content');
  await page.keyboard.press('Enter');
}

export type Manner = {
  message: string;
  /** "End" takes the last of a list, so that two concurrent tests do not want the same time. */
  choose: 'ArrowDown' | 'End';
  /** Runs before the form is sent. */
  beforeSend: () => Promise<unknown>;
};

async function answer(page: Page, { kind, name, isFilled, isNumber }: Focused, manner: Manner) {
  const { keyboard } = page;
  switch (kind) {
    case 'text':
      if (isFilled) await keyboard.press('Control+a');
      return keyboard.insertText(ANSWERS[name] ?? (isNumber ? SOME_NUMBER : manner.message));
    case 'select':
      return isFilled ? undefined : keyboard.press(manner.choose);
    case 'date':
      return isFilled ? undefined : keyboard.type(someDay(new Date()));
    case 'time':
      return isFilled ? undefined : keyboard.type('1030a');
    case 'box':
    case 'radio':
      return keyboard.press('Space');
    case 'pick':
    case 'place':
      return keyboard.press('Enter');
    default:
      return undefined;
  }
}

/**
 * Fills in the form that follows in the order of focus and sends it.
 * @throws where its button is never reached, or the focus is somewhere it is not seen
 */
export async function fillByKeyboard(page: Page, manner: Manner): Promise<void> {
  const answered = new Set<string>();
  for (let press = 0; press < MOST_PRESSES; press += 1) {
    await page.keyboard.press('Tab');
    const at = await focused(page);
    expect(at.isCovered, `"${at.name}" at ${page.url()} has the focus where it is not seen`).toBe(false);
    if (at.kind === 'send') {
      await manner.beforeSend();
      return page.keyboard.press('Enter');
    }
    if (at.kind === 'onward') await page.keyboard.press('Enter');
    const field = `${at.kind} ${at.name}`;
    if (answered.has(field)) continue;
    answered.add(field);
    await answer(page, at, manner);
    // The same form comes back, with the free times of that place.
    if (at.kind === 'place') await page.waitForURL(/#.*location_id$/);
  }
  throw new Error(`The form at ${page.url()} was not reached to its end by Tab`);
}
