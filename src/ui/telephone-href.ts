/** `07 5550 0100` → `tel:0755500100` */
export const telephoneHref = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`;
