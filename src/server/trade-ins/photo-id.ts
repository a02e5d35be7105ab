import { createHash, createHmac } from 'node:crypto';

const PARTS = /^(.{8})(.{4})(.{4})(.{4})(.{12})/;

/** FORM-03: the same file sent twice to a valuation is one photo; nobody without the secret can tell its id. */
export function photoId(secret: string, tradeInId: string, file: Buffer): string {
  const content = createHash('sha256').update(file).digest('hex');
  const hex = createHmac('sha256', secret)
    .update(`trade-in-photo-id\n${tradeInId}\n${content}`)
    .digest('hex');
  return (PARTS.exec(hex) ?? []).slice(1).join('-');
}
