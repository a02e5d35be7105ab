const CLIMBS = [
  '../',
  '..%2f',
  '%2e%2e/',
  '%2e%2e%2f',
  '%252e%252e%252f',
  '..\\',
  '..%5c',
  '....//',
  '..;/',
  '%c0%ae%c0%ae/',
  '/',
];
const TARGETS = ['secret', 'secret.txt', 'secret.jpg', 'etc/passwd', 'secret%00', 'originals/red'];

/** Paths of the image route that try to leave the folder of originals. */
export const HOSTILE_PATHS: readonly string[] = CLIMBS.flatMap((climb) =>
  TARGETS.flatMap((target) =>
    [1, 3, 8].flatMap((depth) => [
      `/images/${climb.repeat(depth)}${target}`,
      `/images/${climb.repeat(depth)}${target}/v1/w640-q75.webp`,
      `/images/red/v1/${climb.repeat(depth)}${target}.webp`,
    ]),
  ),
);
