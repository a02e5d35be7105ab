import type { Page } from 'playwright';
import { percentile } from './measurement.ts';

const SLOWER = 4;

/** From an input until its figure is laid out, ms, one sample per input. */
const timesOf = (page: Page, inputs: number): Promise<number[]> =>
  page
    .locator('#finance-calculator')
    .getByLabel('Deposit or trade-in', { exact: true })
    .evaluate((field: HTMLInputElement, count) => {
      return Array.from({ length: count }, (_, at) => {
        field.value = String(2000 + at);
        const from = performance.now();
        field.dispatchEvent(new Event('input', { bubbles: true }));
        void document.body.offsetHeight;
        return performance.now() - from;
      });
    }, inputs);

/**
 * How soon the finance calculator of a page shows the figure of an input, at full speed and at a quarter; medians, ms.
 * @param page with a calculator
 */
export async function calculatorTimes(
  page: Page,
  inputs: number,
): Promise<{ whole: number; quarter: number }> {
  const calculator = page.locator('#finance-calculator');
  await calculator.getByLabel('Deposit or trade-in', { exact: true }).fill('1');
  await calculator.getByText('comparison rate of your own loan').waitFor();
  const whole = percentile(await timesOf(page, inputs), 50);
  const line = await page.context().newCDPSession(page);
  await line.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const quarter = percentile(await timesOf(page, inputs), 50);
  await line.detach();
  return { whole, quarter };
}
