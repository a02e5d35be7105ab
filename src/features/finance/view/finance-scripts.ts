import { OWN_TERMS_KEY } from '#src/features/finance/own-terms-key.ts';
import { browserStorage } from '#src/platform/ui/storage/browser-storage.ts';

/** On pages with repayments, loads the script for other figures if the shopper has stored terms, or a quote arrives. */
if (document.querySelector('[name="own-loan"]')) {
  addEventListener('forecourt:figures', () => void import('./update-repayments.ts'), { once: true });
  const announce = () => dispatchEvent(new Event('forecourt:figures'));
  addEventListener('storage', ({ key }) => key === OWN_TERMS_KEY && announce());
  if (browserStorage('localStorage')?.getItem(OWN_TERMS_KEY) != null) announce();
}
