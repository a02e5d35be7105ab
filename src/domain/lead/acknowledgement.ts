/** Name of the delivery that thanks the shopper; no dealer's destination has it. */
export const ACKNOWLEDGEMENT_DESTINATION = 'acknowledgement';
