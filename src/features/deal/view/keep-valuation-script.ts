import { $deals } from '#src/features/deal/client/deals.store.ts';
import { $valuation, valuationDollars } from '#src/features/deal/client/valuation.store.ts';
import { DEAL_FIELDS } from '#src/features/deal/deal-choices.ts';
import { dealPath } from '#src/platform/routing/page-paths.ts';

const part = document.querySelector<HTMLElement>('[data-keep-valuation]');
const link = part?.querySelector('a');
const valuation = part && JSON.parse(part.dataset.keepValuation ?? 'null');
const [latest] = $deals.get();

if (valuation) $valuation.set(valuation);
if (part && link && valuation && latest) {
  const query = new URLSearchParams(latest.query);
  query.set(DEAL_FIELDS.tradeIn, String(valuationDollars(valuation)));
  link.href = `${dealPath(latest)}?${query}`;
  link.textContent = `Use it in your deal for the ${latest.name}`;
  part.hidden = false;
}
