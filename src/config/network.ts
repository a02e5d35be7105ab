import { isIP } from 'node:net';

/** Whether a text is an address, or a network such as "10.0.0.0/8". */
export const isNetwork = (text: string): boolean => {
  const [address = '', prefix, ...more] = text.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (prefix === undefined) return bits > 0;
  return more.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits;
};
