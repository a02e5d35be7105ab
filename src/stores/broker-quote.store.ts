import { atom } from 'nanostores';
import type { quotedRepayment } from '#src/domain/finance/quoted-repayment.ts';

/** ERR-02: the broker's quote for the vehicle of the page, once it has arrived. */
export const $brokerQuote = atom<ReturnType<typeof quotedRepayment> | null>(null);
