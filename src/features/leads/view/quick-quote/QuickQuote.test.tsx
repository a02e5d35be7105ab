import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, it, vi } from 'vitest';
import { postCustomer } from '#src/features/finance/client/quote-call.ts';
import type { LeadReply, postLead } from '#src/features/leads/endpoints/lead-endpoints.ts';
import { FORM_EXTRAS } from '#src/features/leads/fields/form-extras.ts';
import { QuickQuote } from './QuickQuote.tsx';

const phoneCode = vi.hoisted(() => ({ verify: vi.fn(), forget: vi.fn() }));
const leadForm = vi.hoisted(() => vi.fn<(props: { post: typeof postLead }) => null>(() => null));

vi.mock('#src/features/leads/view/form/LeadForm.tsx', () => ({ LeadForm: leadForm }));
vi.mock('#src/features/account/client/phone-code/use-phone-code.ts', () => ({
  usePhoneCode: () => phoneCode,
}));
vi.mock('#src/features/finance/client/quote-call.ts', () => ({ postCustomer: vi.fn() }));

const PHONE = '0412 345 678';
const LATER = 'of-the-code';
const ACCEPTED: LeadReply = {
  kind: 'accepted',
  accepted: { lead_id: 'one', category: 'Finance Enquiry', event_id: 9 },
};

/** Sends the form of four steps that came back with its phone verified. */
function returnedForm(): (phone: string) => Promise<LeadReply> {
  renderToStaticMarkup(
    <QuickQuote
      {...{ form: 'quick-quote', submitLabel: 'Apply now', fields: [], steps: ['1', '2', '3', '4'] }}
      {...{ responsePromise: '', pagePath: '/enquire/quick-quote', vehicle: {} }}
      {...{ broker: null, start: null, estimate: null, notice: null, advertised: null }}
      values={{ phone: PHONE, [FORM_EXTRAS.phoneToken]: 'of-the-page' }}
    />,
  );
  const post = leadForm.mock.lastCall?.[0].post;
  if (!post) throw new Error('No form');
  return (phone) => post('quick-quote', { phone });
}
const tokens = () => vi.mocked(postCustomer).mock.calls.map(([, values]) => values[FORM_EXTRAS.phoneToken]);

beforeEach(() => {
  vi.mocked(postCustomer).mockReset().mockResolvedValue(ACCEPTED);
  phoneCode.verify.mockReset().mockResolvedValue(LATER);
});

it('FIN-19 a form that came back with its phone verified asks for no other code once scripts run', async () => {
  expect(await returnedForm()(PHONE)).toBe(ACCEPTED);
  expect(tokens()).toEqual(['of-the-page']);
  expect(phoneCode.verify).not.toHaveBeenCalled();
});

it('FIN-19 another phone needs a code of its own', async () => {
  await returnedForm()('0498 765 432');
  expect(tokens()).toEqual([LATER]);
});

it('FIN-19 a token of the page that was refused is not sent again', async () => {
  const send = returnedForm();
  const fields = { phone: 'Not verified.' };
  vi.mocked(postCustomer).mockResolvedValueOnce({ kind: 'refused', status: 422, fields });
  await send(PHONE);
  await send(PHONE);
  expect(tokens()).toEqual(['of-the-page', LATER]);
});
