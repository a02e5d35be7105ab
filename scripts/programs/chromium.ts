import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import packaged, { inflate, setupLambdaEnvironment } from '@sparticuz/chromium';
import type { Browser, LaunchOptions } from 'playwright';

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** Flags that keep a headless Chromium local: no sandbox as root, no background requests. */
export const CHROMIUM_FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE *.localhost',
];

const starts = (path: string): boolean => {
  try {
    execFileSync(path, ['--version', '--no-sandbox'], { stdio: 'pipe', timeout: 120_000 });
    return true;
  } catch {
    return false;
  }
};

/** Where the package's fonts are unpacked, beside its Chromium. */
export const PACKAGED_FONTS = join(tmpdir(), 'fonts');

/** The Chromium of the npm registry, with its own libraries where the machine lacks them. */
export async function packagedChromium(): Promise<string> {
  const path = await packaged.executablePath();
  if (starts(path)) return path;
  await inflate(join(import.meta.dirname, '../../node_modules/@sparticuz/chromium/bin/al2023.tar.br'));
  // Sets LD_LIBRARY_PATH for this process's children.
  setupLambdaEnvironment(join(tmpdir(), 'al2023', 'lib'));
  if (starts(path)) return path;
  throw new Error(
    'No Chromium starts on this machine. Install one (Debian, Ubuntu: apt-get install chromium), or the libraries of the packaged one (apt-get install libnss3 libsqlite3-0), or set CHROME_PATH.',
  );
}

/**
 * A Chromium that runs: CHROME_PATH, an installed one, else the packaged one.
 * @throws Error that names the package to install when none starts.
 */
export async function findChromium(): Promise<string> {
  const chosen = process.env.CHROME_PATH;
  if (chosen) return chosen;
  const installed = INSTALLED.find((path) => existsSync(path) && starts(path));
  if (installed) return installed;
  const path = await packagedChromium();
  process.env.FONTCONFIG_PATH ??= existsSync('/etc/fonts') ? '/etc/fonts' : PACKAGED_FONTS;
  return path;
}

/** A headless Chromium that runs on this machine. */
export async function launchChromium(options: LaunchOptions = {}): Promise<Browser> {
  const { chromium } = await import('playwright');
  return chromium.launch({
    executablePath: await findChromium(),
    args: CHROMIUM_FLAGS.slice(1),
    ...options,
  });
}
