import type { Page } from 'playwright/test';
import { CRM_URL } from './site.ts';

/** The newest code that the demo's phones received. @param mobile as they list it, without its first digits */
export async function codeOf(page: Page, mobile: string): Promise<string> {
  const article = page.locator('article').filter({ hasText: mobile }).first();
  await page.goto(`${CRM_URL}/texts`);
  return /\d{6}/.exec(await article.locator('.message').innerText())?.[0] ?? '';
}
