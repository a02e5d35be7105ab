import { isJsonObject, type JsonObject } from '#src/platform/text/untrusted-values.ts';

/** Settings of an earlier release that have moved since: a published site must stay readable until it is built again. */
export function moveSettings(settings: JsonObject): JsonObject {
  const { card, tradeIn, reserve } = settings;
  const moved = { ...settings };
  if (isJsonObject(card) && 'reserveAmount' in card) {
    const { reserveAmount, ...rest } = card;
    moved.card = rest;
    moved.reserve = { amount: reserveAmount, ...(isJsonObject(reserve) ? reserve : {}) };
  }
  if (isJsonObject(tradeIn) && 'contactPromise' in tradeIn) {
    const { contactPromise: _, ...rest } = tradeIn;
    moved.tradeIn = rest;
  }
  return moved;
}
