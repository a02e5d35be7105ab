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
    "#src/features/leads/fields/form-extras.ts": "data:text/javascript,export const FORM_EXTRAS = { pagePath: 'page_path' }",
    "#src/platform/ui/dom/input-events.ts": "/plain-click.js"
  } }
  </script>
  ${LINKS.map(([text, href]) => `<a href="${href}">${text}</a>`).join(' ')}
  <dialog id="form-dialog"><h2></h2><div data-form-dialog-body></div></dialog>
  <script type="module">import { watchFormLinks } from '/form-dialog.js'; watchFormLinks(); document.title = 'ready';</script>`;

const SOURCES: Record<string, string> = {
  '/form-dialog.js': readFileSync('src/features/leads/view/dialog/form-dialog.ts', 'utf8'),
  '/plain-click.js': readFileSync('src/platform/ui/dom/input-events.ts', 'utf8'),
};

/** A page with links to forms, and its dialog. @param form response at the address of a form */
async function open(form: (address: URL) => { status?: number; body: string }) {
  const browser = await launchBrowser();
  const page = await browser.newPage();
  await page.route('**/*', (route) => {
    const address = new URL(route.request().url());
    const source = SOURCES[address.pathname];
    if (source) return route.fulfill({ body: stripTypeScriptTypes(source), contentType: 'text/javascript' });
    const isForm = address.pathname.startsWith('/enquire/');
    return route.fulfill({ contentType: 'text/html', ...(isForm ? form(address) : { body: PAGE }) });
  });
  await page.goto(`${ORIGIN}/cars/this`);
  await page.waitForFunction(`document.title === 'ready'`);
  return {
    page,
    press: (name: string) => page.getByRole('link', { name }).click(),
    close: () => browser.close(),
  };
}

it('FORM-01 input in a form of the dialog stays while others are opened', async () => {
  let fetched = 0;
  const { page, press, close } = await open(({ pathname, search }) => {
    fetched++;
    const id = pathname.split('/').at(-1);
    const form = `<form data-form-page><label for="${id}">Name</label><input id="${id}" class="input"></form>`;
    return { body: `<h1>${id} ${search.match(/car_id=\d/)}</h1>${form}` };
  });
  const field = page.locator('.input:visible');
  for (const [name = ''] of LINKS) {
    await press(name);
    await field.fill(`Typed in ${name}`);
    await page.keyboard.press('Escape');
  }
  for (const [name = '', href = ''] of LINKS) {
    await press(name);
    expect(await field.inputValue()).toBe(`Typed in ${name}`);
    expect(await page.getByRole('heading').innerText()).toContain(new URL(href, ORIGIN).search.slice(1));
    await page.keyboard.press('Escape');
  }
  expect(fetched).toBe(LINKS.length);
  await close();
});

it('FORM-01 a form that cannot be fetched opens as a page, and leaves no empty dialog for Back', async () => {
  const { page, press, close } = await open(() => ({ status: 503, body: '<h1>Busy</h1>' }));
  await page.evaluate(
    `document.querySelector('dialog').addEventListener('close', () => { sessionStorage.closed = 1 })`,
  );
  await press('Enquire');
  await page.waitForURL(`${ORIGIN}/enquire/enquire-now?car_id=1`);
  expect(await page.evaluate('sessionStorage.closed')).toBe('1');
  await close();
});
