import { expect, it } from 'vitest';
import type { LeadField } from '#src/domain/lead/lead-field.ts';
import { REQUIRED_MESSAGE } from '#src/domain/lead/messages.ts';
import type { LeadFormProps } from './lead-form-props.ts';
import { packedForm, unpackedForm } from './packed-form.ts';

const NAME: LeadField = {
  ...{ name: 'name', label: 'First "given" name', type: 'text', required: true, maxLength: 80 },
  invalidMessage: REQUIRED_MESSAGE,
};
const VIN: LeadField = {
  ...{ name: 'vin', label: 'VIN', type: 'hidden', required: false, maxLength: 80 },
  ...{ invalidMessage: REQUIRED_MESSAGE, pattern: '^[A-Z0-9]{5,20}$' },
};
const propsWith = (...fields: LeadField[]): LeadFormProps => ({
  ...{ form: 'finance', submitLabel: 'Send', fields, steps: [], responsePromise: 'We reply.' },
  ...{ pagePath: '/finance', values: { name: "D'Arcy" } },
});

it('FORM-01 a form comes back from its page as it was, whatever its texts hold', () => {
  const props = propsWith(NAME, {
    ...NAME,
    name: 'suburb',
    label: '`Suburb`',
    required: false,
    maxLength: 40,
  });
  expect(unpackedForm(packedForm(props))).toEqual(props);
});

it('FORM-01 of a hidden field a page has what it holds, not how the endpoint checks it', () => {
  const version: LeadField = { ...VIN, name: 'opt_in_version', value: '2026-07', isFixed: true };
  const [vin, ofVersion] = unpackedForm(packedForm(propsWith(VIN, version))).fields;
  expect(vin).toEqual({ ...VIN, label: '', pattern: undefined });
  expect(ofVersion).toMatchObject({ name: 'opt_in_version', value: '2026-07', isFixed: true });
  expect(packedForm(propsWith(VIN))).not.toContain('{5,20}');
});
