import { $deals } from '#src/features/deal/client/deals.store.ts';
import { $valuation } from '#src/features/deal/client/valuation.store.ts';
import { withTradeIn } from '#src/features/deal/deal-choices.ts';
import { dealPath } from '#src/platform/routing/page-paths.ts';

const part = document.querySelector<HTMLElement>('[data-keep-valuation]');
const link = part?.querySelector('a');
const valuation = part && JSON.parse(part.dataset.keepValuation ?? 'null');
const [latest] = $deals.get();

if (valuation) $valuation.set(valuation);
if (part?.hidden && link && valuation && latest) {
  link.href = `${dealPath(latest)}?${withTradeIn(latest.query, valuation.cents)}`;
  link.textContent = `Use it in your deal for the ${latest.name}`;
  part.hidden = false;
}
