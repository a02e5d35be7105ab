import { join } from 'node:path';
import { build } from 'esbuild';
import { type Browser, chromium, type Page } from 'playwright';
import sharp, { type Sharp } from 'sharp';
import { CHROMIUM_FLAGS, findChromium } from '../programs/chromium.ts';
import type { StillRequest } from './rig/page.ts';

/** Software WebGL, the same on every machine. */
const WEBGL_FLAGS = [
  ...CHROMIUM_FLAGS.slice(1).filter((flag) => flag !== '--disable-gpu'),
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
];

async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, entry)],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'chrome140',
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

/** A browser page that runs one of the rig's scripts and answers calls of its global functions. */
export type Darkroom = {
  page: Page;
  close(): Promise<void>;
};

/**
 * Starts headless Chromium with software WebGL and loads a script.
 * @param entry script beside this file, "rig/page.ts"
 * @throws Error with what the page said when it fails
 */
export async function openDarkroom(entry: string): Promise<Darkroom> {
  const browser: Browser = await chromium.launch({ executablePath: await findChromium(), args: WEBGL_FLAGS });
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  page.on('console', (message) => {
    if (message.type() === 'error') console.error(message.text());
  });
  page.on('pageerror', (error) => console.error(error));
  await page.setContent('<!doctype html><title>Darkroom</title>');
  await page.addScriptTag({ content: await bundle(entry) });
  return { page, close: () => browser.close() };
}

/** Pixels as the page sends them, rows from the bottom. */
export const pictureOf = (pixels: string, width: number, height: number): Sharp =>
  sharp(Buffer.from(pixels, 'base64'), { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .flip();

/** One picture for each paint of the request. */
export async function takeStills({ page }: Darkroom, request: StillRequest): Promise<Sharp[]> {
  const pictures = await page.evaluate(
    (asked) =>
      (globalThis as unknown as { takeStills(one: StillRequest): Promise<string[]> }).takeStills(asked),
    request,
  );
  return pictures.map((pixels) => pictureOf(pixels, request.width, request.height));
}
