import type { Page } from 'playwright/test';
import { spun } from './car-addresses.ts';
import { gate, SCRIPTS } from './held-scripts.ts';
import { expect, test } from './site.ts';

/** What a shopper sees of a car that can be turned, and of its inside. */

async function drag(page: Page, by: number): Promise<void> {
  const box = await page.getByRole('slider', { name: /^Turn the/ }).boundingBox();
  if (!box) throw new Error('There is no spin to drag');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= 10; step += 1) await page.mouse.move(x + (by * step) / 10, y);
}

test('VDP-03 VDP-04 a spin turns under the pointer, by keys and by itself @core', async ({ page }) => {
  await page.goto(await spun());
  const stage = page.getByRole('slider', { name: /^Turn the 2022 Jeep Wrangler/ });
  await expect(page.getByText('Swipe to spin')).toBeVisible();
  await drag(page, 100);
  await expect(stage).toHaveAttribute('aria-valuenow', '6');
  await page.mouse.up();
  await expect(page.getByText('Swipe to spin')).toBeHidden();
  await stage.press('Home');
  await expect(stage).toHaveAttribute('aria-valuenow', '1');
  await stage.press('ArrowLeft');
  await expect(stage).toHaveAttribute('aria-valuenow', '36');
  await expect(stage).toHaveAttribute('aria-valuetext', 'Front');
  const play = page.getByRole('button', { name: 'Rotate' });
  await play.click();
  await expect(play).toHaveAttribute('aria-pressed', 'true');
  await expect(play).toHaveAttribute('aria-pressed', 'false');
  await expect(stage).toHaveAttribute('aria-valuenow', '36');
});

test('VDP-04 what is dragged while scripts are three seconds away is turned once they come', async ({
  page,
}) => {
  const address = await spun();
  const open = new Promise((resolve) => setTimeout(resolve, 3000));
  await page.route(/\/_astro\/.*\.js/, async (route) => {
    await open;
    await route.continue();
  });
  await page.goto(address);
  await drag(page, 200);
  await page.mouse.up();
  await expect(page.getByRole('slider', { name: /^Turn/ })).not.toHaveAttribute('aria-valuenow', '1');
  expect(
    Number(await page.getByRole('slider', { name: /^Turn/ }).getAttribute('aria-valuenow')),
  ).toBeGreaterThanOrEqual(11);
});

test('VDP-04 nothing of a spin but its first frame loads before a touch, which asks for its coarse frames at once', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/images\/(?:spin\/|.*-spin-)/.test(request.url())) asked.push(request.url());
  });
  await page.goto(await spun(), { waitUntil: 'networkidle' });
  expect(asked).toEqual([expect.stringContaining('-spin-00/')]);
  const scripts = await gate(page, SCRIPTS);
  scripts.hold();
  await drag(page, 40);
  await expect.poll(() => asked.slice(1)).toEqual([expect.stringContaining('/images/spin/')]);
  scripts.release();
  await expect(page.locator('.spin-canvas')).toBeVisible();
  expect(asked.filter((url) => url.includes('/images/spin/'))).toHaveLength(1);
  // In full, the frames nearest to the one shown come first.
  await expect.poll(() => asked.length).toBeGreaterThan(5);
  expect(asked[2]).toMatch(/-spin-0[1-3]\//);
});

test('VDP-04 a drag that begins before the script and ends outside the spin has ended', async ({ page }) => {
  const address = await spun();
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route(/\/_astro\/SpinViewer.*\.js/, async (route) => {
    await opened;
    await route.continue();
  });
  await page.goto(address);
  await drag(page, 60);
  open();
  const stage = page.getByRole('slider', { name: /^Turn/ });
  await expect(stage).not.toHaveAttribute('aria-valuenow', '1');
  const box = await stage.boundingBox();
  if (!box) throw new Error('There is no spin');
  await page.mouse.move(box.x + box.width / 2, box.y - 40);
  await page.mouse.up();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  // What it still turns by itself comes to rest.
  await page.waitForTimeout(1500);
  const at = await stage.getAttribute('aria-valuenow');
  await page.mouse.move(box.x + box.width / 2 + 150, box.y + box.height / 2, { steps: 5 });
  await expect(stage).toHaveAttribute('aria-valuenow', at ?? '');
});

test('VDP-05 hotspots are toured by keyboard: each turns the car to itself and says what it is', async ({
  page,
}) => {
  await page.goto(await spun());
  const tour = page.getByRole('list', { name: 'Look at' });
  await tour.getByRole('button', { name: 'Boot with a flat floor' }).press('Enter');
  await expect(page.getByRole('slider', { name: /^Turn/ })).toHaveAttribute('aria-valuetext', 'Rear');
  await expect(page.getByRole('status').filter({ hasText: 'Boot with a flat floor' })).toBeVisible();
});

test('VDP-04 ERR-02 a spin whose pictures fail is logged, and the photos are shown @core', async ({
  page,
}) => {
  const warnings: string[] = [];
  page.on('console', (line) => line.type() === 'warning' && warnings.push(line.text()));
  await page.route('**/images/spin/**', (route) => route.fulfill({ status: 404 }));
  await page.goto(await spun());
  await page.getByRole('slider', { name: /^Turn/ }).press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Images' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Spin' })).toBeDisabled();
  await expect(page.getByRole('region', { name: /^Photos of/ })).toBeVisible();
  await expect.poll(() => warnings.join()).toContain('The spin could not be loaded');
});

test('VDP-04 ERR-02 a frame that fails is logged, and its coarse one is shown', async ({ page }) => {
  const warnings: string[] = [];
  page.on('console', (line) => line.type() === 'warning' && warnings.push(line.text()));
  await page.route(/\/images\/(?!spin\/).*-3x2\.(?:webp|jpg)$/, (route) => route.fulfill({ status: 404 }));
  await page.goto(await spun());
  await page.getByRole('slider', { name: /^Turn/ }).press('ArrowRight');
  await expect(page.getByRole('slider', { name: /^Turn/ })).toHaveAttribute('aria-valuenow', '2');
  await expect.poll(() => warnings.join()).toContain('A frame of the spin could not be loaded');
  await expect(page.getByRole('radio', { name: 'Spin' })).toBeChecked();
  await expect(page.locator('.spin-canvas')).toBeVisible();
});

test('VDP-04 the first press on a spin counts, though its script comes with it', async ({ page }) => {
  await page.goto(await spun(), { waitUntil: 'networkidle' });
  const play = page.getByRole('button', { name: 'Rotate' });
  await play.evaluate((button: HTMLElement) => button.click());
  await expect(play).toHaveAttribute('aria-pressed', 'true');
  await page.reload({ waitUntil: 'networkidle' });
  await page.getByRole('slider', { name: /^Turn/ }).focus();
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('slider', { name: /^Turn/ })).toHaveAttribute('aria-valuenow', '4');
});

test('VDP-03 VDP-05 the inside can be looked around in, and its hotspots turn the view', async ({ page }) => {
  await page.goto(await spun());
  const interior = page.getByRole('radio', { name: 'Interior' });
  await interior.focus();
  await interior.press('Space');
  const inside = page.getByRole('region', { name: /^Inside the/ });
  const mark = inside.getByRole('button', { name: 'Touchscreen with Apple CarPlay and Android Auto' });
  await expect(mark).toHaveCSS('opacity', '1');
  // Turned away by key, until what is marked is behind the shopper.
  await inside.focus();
  await page.keyboard.down('ArrowLeft');
  await expect
    .poll(() =>
      mark.evaluate((each) => [getComputedStyle(each).opacity, getComputedStyle(each).pointerEvents]),
    )
    .toEqual(['0', 'none']);
  await page.keyboard.up('ArrowLeft');
  await mark.focus();
  await expect(mark).toHaveCSS('opacity', '1');
  const frame = await inside.boundingBox();
  const middle = (at: typeof frame) => (at?.x ?? 0) + (at?.width ?? 0) / 2;
  await expect.poll(async () => Math.abs(middle(await mark.boundingBox()) - middle(frame))).toBeLessThan(20);
});
