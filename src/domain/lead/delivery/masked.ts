const MASK = '•••';

/** `J•••` */
export const maskedName = (name: string): string => (name === '' ? '' : `${[...name][0]}${MASK}`);

/** `•••678` */
export const maskedPhone = (phone: string): string => (phone === '' ? '' : `${MASK}${phone.slice(-3)}`);
