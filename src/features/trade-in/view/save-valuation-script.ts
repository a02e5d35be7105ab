import { saveValuation } from './save-valuation.ts';

const id = document.querySelector<HTMLElement>('[data-save-valuation]')?.dataset.saveValuation;
if (id) void saveValuation(id);
