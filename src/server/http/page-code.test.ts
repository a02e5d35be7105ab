import { expect, it } from 'vitest';
import { cspHash } from '#src/platform/http/response-headers.ts';
import { withOwnPolicy } from './page-code.ts';

const page = (body: string, policy?: string) => ({
  status: 200,
  headers: policy === undefined ? {} : { 'content-security-policy': policy },
  body: Buffer.from(body),
});

it('PLAT-18 the policy of a page names its own inline styles and scripts, and those of no other page', () => {
  const [style, script, island] = ['a{color:red}', 'run()', 'later(\n)'];
  const policy = (...hashes: string[]) =>
    `img-src 'self'; script-src 'self'${hashes.map((each) => ` '${each}'`).join('')}; style-src 'self'`;
  const all = [style, script, island, 'b{}', 'other()'].map(cspHash);
  const html = `<style>${style}</style><script type="module">${script}</script><SCRIPT src="/a.js">other()</SCRIPT><script>${island}</script>`;
  expect(withOwnPolicy(page(html, policy(...all))).headers).toEqual({
    'content-security-policy': policy(...all.slice(0, 3)),
  });
});

it('PLAT-18 a response without a policy stays as it is', () => {
  const response = page('<style>a{}</style>');
  expect(withOwnPolicy(response)).toBe(response);
});
