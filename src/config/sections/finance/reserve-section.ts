import * as v from 'valibot';
import { choice, whole } from '#src/config/sections/setting-types.ts';

/** BUY-220: until when a shopper who changes their mind is paid back. */
export const REFUNDABLE_UNTIL = ['contract', 'hold_ends', 'never'] as const;

/** BUY-220: the terms on which a vehicle is reserved, stated wherever one can reserve. */
export const ReserveSchema = v.strictObject({
  amount: v.optional(
    v.pipe(
      v.union(
        [v.literal(''), v.pipe(v.number(), v.minValue(0), v.maxValue(100_000))],
        'dollars, or "" for none',
      ),
      v.description('VDP-26: deposit shown on Reserve Now, dollars; "" or 0 shows none'),
    ),
    200,
  ),
  heldDays: whole(
    3,
    [1, 30],
    'BUY-220: days a vehicle is held for a shopper, from the payment or, without one, from the dealer’s confirmation',
  ),
  refundableUntil: choice(
    REFUNDABLE_UNTIL,
    'contract',
    'BUY-220: until when a shopper who changes their mind gets the deposit back: until they sign the contract, while the vehicle is held, or never. A vehicle that can’t be sold to them is always refunded',
  ),
});

export type ReserveConfig = v.InferOutput<typeof ReserveSchema>;
