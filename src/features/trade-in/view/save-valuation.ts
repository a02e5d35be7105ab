import { MISCELLANEOUS_PATH, VALUATION_COLUMN } from '#src/features/trade-in/trade-in-endpoints.ts';

/** ERR-06: only for the console. */
export const VALUATION_SAVED_MESSAGE = 'Valuation saved';
export const VALUATION_NOT_SAVED_MESSAGE = 'Valuation could not be saved';

const TIMEOUT_MS = 8000;

/** Never rejects. */
export async function saveValuation(id: string): Promise<void> {
  try {
    const { status } = await fetch(MISCELLANEOUS_PATH, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ column_name: VALUATION_COLUMN, id }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (status !== 201) throw new Error(`HTTP ${status}`);
    console.info(VALUATION_SAVED_MESSAGE);
  } catch (error) {
    console.warn(VALUATION_NOT_SAVED_MESSAGE, error);
  }
}
