import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { expect, it } from 'vitest';
import { launchBrowser } from '../fixtures/browser.ts';

const ORIGIN = 'https://dialog.example';
const LINKS = [
  ['Test drive', '/enquire/test-drive?car_id=1'],
  ['Enquire', '/enquire/enquire-now?car_id=1'],
  ['Another car', '/enquire/enquire-now?car_id=2'],
];
const PAGE = `<!doctype html><script type="importmap">
  { "imports": {
    "#src/wire/form-extras.ts": "data:text/javascript,export const FORM_EXTRAS = { pagePath: 'page_path' }",
    "#src/ui/plain-click.ts": "/plain-click.js"
  } }
  </script>
  ${LINKS.map(([text, href]) => `<a href="${href}">${text}</a>`).join(' ')}
  <dialog id="form-dialog"><h2></h2><div data-form-dialog-body></div></dialog>
  <script type="module">import { watchFormLinks } from '/form-dialog.js'; watchFormLinks(); document.title = 'ready';</script>`;

it('FORM-01 input in a form of the dialog stays while others are opened', async () => {
  const browser = await launchBrowser();
  const page = await browser.newPage();
  const sources: Record<string, string> = {
    '/form-dialog.js': readFileSync('src/features/lead-forms/form-dialog.ts', 'utf8'),
    '/plain-click.js': readFileSync('src/ui/plain-click.ts', 'utf8'),
  };
  let fetched = 0;
  await page.route('**/*', (route) => {
    const { pathname, search } = new URL(route.request().url());
    const source = sources[pathname];
    if (source) return route.fulfill({ body: stripTypeScriptTypes(source), contentType: 'text/javascript' });
    if (!pathname.startsWith('/enquire/')) return route.fulfill({ body: PAGE, contentType: 'text/html' });
    fetched++;
    const id = pathname.split('/').at(-1);
    const form = `<form data-form-page><label for="${id}">Name</label><input id="${id}" class="input"></form>`;
    return route.fulfill({
      body: `<h1>${id} ${search.match(/car_id=\d/)}</h1>${form}`,
      contentType: 'text/html',
    });
  });
  await page.goto(`${ORIGIN}/cars/this`);
  await page.waitForFunction(`document.title === 'ready'`);
  const open = (name: string) => page.getByRole('link', { name }).click();
  const field = page.locator('.input:visible');
  for (const [name = ''] of LINKS) {
    await open(name);
    await field.fill(`Typed in ${name}`);
    await page.keyboard.press('Escape');
  }
  for (const [name = '', href = ''] of LINKS) {
    await open(name);
    expect(await field.inputValue()).toBe(`Typed in ${name}`);
    expect(await page.getByRole('heading').innerText()).toContain(new URL(href, ORIGIN).search.slice(1));
    await page.keyboard.press('Escape');
  }
  expect(fetched).toBe(LINKS.length);
  await browser.close();
});
