/** What has become of a reservation, as its shopper reads it. */
export type ReservationStanding =
  /** The shopper has left the payment page without paying. */
  | 'unpaid'
  /** The same, and the vehicle cannot be reserved any more. */
  | 'gone'
  /** The shopper is back from the payment page; the processor has not reported yet. */
  | 'confirming'
  | 'reserved'
  /** The vehicle was not free any more: the deposit goes back, or has gone back. */
  | 'refund-due'
  | 'refunded'
  /** Another amount, currency or checkout than was agreed: it reserves nothing and goes back. */
  | 'mismatched'
  | 'expired'
  | 'cancelled';

type StandingMessage = { heading: string; text: string };

/**
 * @param about the vehicle's name and noun, the deposit in words, and when a hold ends: `2:35 pm`
 */
export function standingMessage(
  standing: ReservationStanding,
  { name, noun, deposit, until }: { name: string; noun: string; deposit: string; until: string },
): StandingMessage {
  switch (standing) {
    case 'unpaid':
      return {
        heading: 'You haven’t paid yet',
        text: `We hold the ${name} for you until ${until}. Pay the deposit of ${deposit} to reserve it.`,
      };
    case 'gone':
      return {
        heading: `The ${noun} can no longer be reserved`,
        text: `The ${name} was sold, reserved or taken off our website before you paid. Nothing was charged.`,
      };
    case 'confirming':
      return {
        heading: 'We’re confirming your payment',
        text: `This usually takes a few seconds. The ${name} is held for you meanwhile. This page refreshes by itself.`,
      };
    case 'reserved':
      return {
        heading: `The ${noun} is reserved for you`,
        text: `We have received your deposit of ${deposit} for the ${name}. We call you to arrange the purchase.`,
      };
    case 'refund-due':
      return {
        heading: `The ${noun} is no longer free`,
        text: `The ${name} was sold, reserved or taken off our website before your payment arrived. We are sending your deposit of ${deposit} back to your card.`,
      };
    case 'refunded':
      return {
        heading: 'Your deposit was refunded',
        text: `Your deposit of ${deposit} for the ${name} went back to your card. Your bank may take a few days to show it.`,
      };
    case 'mismatched':
      return {
        heading: 'Your payment goes back to your card',
        text: `The payment we received isn’t the deposit of ${deposit} for the ${name}, so the ${noun} isn’t reserved. We are sending the payment back to your card. Your bank may take a few days to show it.`,
      };
    case 'expired':
      return {
        heading: 'The time to pay is over',
        text: `We no longer hold the ${name} for you, and we have received no payment. If your bank shows a payment of ${deposit}, please call us.`,
      };
    case 'cancelled':
      return {
        heading: 'Your reservation was cancelled',
        text: `Nothing was charged, and we no longer hold the ${name} for you.`,
      };
  }
}
