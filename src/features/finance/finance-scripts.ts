import { OWN_TERMS_KEY } from '#src/domain/finance/own-terms-key.ts';
import { browserStorage } from '#src/ui/browser-storage.ts';

/**
 * One small request of every page with repayments; what calculates loads where it is needed. A calculator needs it
 * near the screen, the form of own terms at a touch, all figures for a shopper who has stored terms.
 */

const NEAR = '400px';

const calculators = document.querySelectorAll('[data-calculator]');
const seen = new IntersectionObserver(
  (entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    seen.disconnect();
    void import('./calculator-script.ts');
  },
  { rootMargin: NEAR },
);
for (const calculator of calculators) seen.observe(calculator);

const loadForm = () => import('./own-loan-form.ts');

/** Until its script is there, a form that is sent is sent again. */
function hold(form: HTMLFormElement): void {
  const again = (event: SubmitEvent) => {
    event.preventDefault();
    loadForm().then(
      () => {
        form.removeEventListener('submit', again);
        form.requestSubmit();
      },
      () => {
        const said = form.querySelector('[data-own-loan-said]');
        if (said)
          said.textContent = 'We couldn’t load what works this out. Check your connection and try again.';
      },
    );
  };
  form.addEventListener('submit', again);
  form.addEventListener('forecourt:awake', () => form.removeEventListener('submit', again), { once: true });
  const use = form.querySelector<HTMLButtonElement>('[type="submit"]');
  if (use) use.disabled = false;
}

const hasTerms = browserStorage('localStorage')?.getItem(OWN_TERMS_KEY) != null;
if (hasTerms) import('./own-figures.ts').then(({ startOwnFigures }) => startOwnFigures());
for (const form of document.querySelectorAll<HTMLFormElement>('[data-own-loan]')) {
  hold(form);
  if (hasTerms || form.contains(document.activeElement)) void loadForm();
  else form.addEventListener('focusin', loadForm, { once: true });
}
