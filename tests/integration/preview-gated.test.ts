import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadDealer } from '#src/dealer-files/load-dealers.ts';
import { gateAt } from '#src/platform/routing/gates.ts';
import { PREVIEW_STYLES } from '#src/publishing/preview/page-writer.ts';
import { OFF_PAGE, sitePath } from '#src/server/routes/preview-addresses.ts';
import { runPreview } from '../../scripts/releases/preview/run-preview.ts';
import { dealerFolder } from '../fixtures/dealer-folder.ts';
import { tempFolder } from '../fixtures/http-site.ts';
import { runCommand } from '../fixtures/run-command.ts';

const SLUG = 'riverbend';
const BASE = '/previews/gated';
/** Pages of a person who signs in, pays, reserves or is asked to. */
const CLOSED =
  /^\/(?:sign-in|sign-out|my-garage|mymotorama|online-payment|reservations|spin-to-win|checkout-journey|personalised\/finance|finance-enquiry|value-my-car|trade-in|sell-my-car|sell-your-car)(?:\/|$)/;

let files: ReturnType<typeof dealerFolder>;
let folder: string;
let pages: string[];
beforeAll(async () => {
  files = dealerFolder();
  folder = join(tempFolder(), SLUG);
  const gates = Object.fromEntries(
    ['checkout', 'spinToWin', 'personalisedFinance', 'equifaxFinance', 'tradeIn', 'sellMyCar'].map((gate) => [
      gate,
      true,
    ]),
  );
  const account = { signIn: true, myGarage: true, onlinePayment: true, gates };
  files.change(SLUG, { account, links: { garage: '/mymotorama', finance: '/finance-enquiry' } });
  const args = [SLUG, '--dealers-dir', files.folder, '--base', BASE, '--out', folder];
  const made = await runCommand(runPreview, args, { DATA_DIR: tempFolder(), DATABASE_URL: '' });
  expect(made).toMatchObject({ code: 0, err: '' });
  pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
});
afterAll(() => files.remove());

const textOf = (page: string) => readFileSync(join(folder, page), 'utf8');
const addressOf = (page: string) => sitePath(`/${page}`, '');

it('PLAT-04 a preview of a dealer with gates has no page behind one, nor of sign-in and payment', () => {
  const found = loadDealer(files.file(SLUG));
  if (!('dealer' in found)) throw new Error('The dealer file has mistakes');
  const { dealer } = found;
  expect(dealer.account.signIn).toBe(true);
  expect(pages.length).toBeGreaterThan(8);
  const closed = (path: string) => CLOSED.test(path) || gateAt(dealer, path) !== undefined;
  expect(pages.map(addressOf).filter(closed)).toEqual([]);
  // No page leads to one either, by its file or by its address.
  const links = pages.flatMap((page) =>
    [...textOf(page).matchAll(/(?:href|action|formaction|data-module)="(\/[^"#?]*)/g)].map(
      ([, address = '']) => `${page} → ${sitePath(address, BASE)}`,
    ),
  );
  expect(links.length).toBeGreaterThan(100);
  expect(links.filter((link) => closed(link.split(' → ')[1] ?? ''))).toEqual([]);
});

it('PLAT-04 links to what is behind a gate lead to a page that says what is off', () => {
  const linking = pages.filter((page) => textOf(page).includes(`href="${BASE}${OFF_PAGE}"`));
  expect(linking).toContain('index.html');
  const off = textOf(OFF_PAGE.slice(1));
  for (const words of ['This is off in the preview', 'signing in, payments and reservations'])
    expect(off).toContain(words);
  // It takes the place of another page's content, whose styles are those of its own classes.
  const [content = ''] = /<main[\s\S]*<\/main>/.exec(off) ?? [];
  const names = [...content.matchAll(/ class="([^"]*)"/g)].flatMap(([, value = '']) => value.split(' '));
  const sheets = off + textOf(PREVIEW_STYLES);
  expect(names.filter((name) => !sheets.includes(`.${name}`))).toEqual([]);
});
