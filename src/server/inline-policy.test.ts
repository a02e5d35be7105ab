import { expect, it } from 'vitest';
import { cspHash } from '#src/ui/csp-hash.ts';
import { policyOfPage } from './inline-policy.ts';

const policy = (...hashes: string[]) =>
  `default-src 'self'; script-src 'self'${hashes.map((hash) => ` '${hash}'`).join('')};`;

it('PLAT-02 a policy allows the styles and scripts of its page, and none of other pages', () => {
  const html =
    '<p>Kia Ceed’s “best”</p><style>a{color:red}</style><style media="print" data-x>b{}</style><script>run("…")</script>';
  const used = ['a{color:red}', 'b{}', 'run("…")'].map(cspHash);
  expect(policyOfPage(policy('sha256-other=', ...used), Buffer.from(html))).toBe(policy(...used));
});

it('PLAT-02 a policy allows nothing that it did not allow before', () => {
  expect(policyOfPage(policy(), Buffer.from('<script>injected()</script>'))).toBe(policy());
});

it('PLAT-02 scripts with an address need no hash', () => {
  expect(policyOfPage(policy(cspHash('')), Buffer.from('<script type="module" src="/a.js"></script>'))).toBe(
    policy(),
  );
});
