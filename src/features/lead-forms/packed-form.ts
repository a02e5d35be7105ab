import type { LeadField } from '#src/domain/lead/lead-field.ts';
import { REQUIRED_MESSAGE } from '#src/domain/lead/messages.ts';
import { packed, unpacked } from '#src/ui/packed-props.ts';
import type { LeadFormProps } from './lead-form-props.ts';

/** Of most fields, and left out of the page. */
const USUAL = {
  label: '',
  required: false,
  maxLength: 80,
  invalidMessage: REQUIRED_MESSAGE,
} satisfies Partial<LeadField>;

type PackedField = Omit<LeadField, keyof typeof USUAL> & Partial<typeof USUAL>;

/** A hidden field shows no label and no message, and the endpoint alone checks what a link put into it. */
function isNeeded(field: LeadField, name: string, value: unknown): boolean {
  if (field.type !== 'hidden') return value !== USUAL[name as keyof typeof USUAL];
  return !(name in USUAL) && (name !== 'pattern' || field.value !== undefined);
}

const packedField = (field: LeadField): PackedField =>
  Object.fromEntries(
    Object.entries(field).filter(([name, value]) => isNeeded(field, name, value)),
  ) as PackedField;

/** Props of a lead form's island as one text. */
export const packedForm = ({ fields, ...props }: LeadFormProps): string =>
  packed({ ...props, fields: fields.map(packedField) });

/** As the page shows the form: of hidden fields only what they hold. */
export function unpackedForm(text: string): LeadFormProps {
  const { fields, ...props } = unpacked<Omit<LeadFormProps, 'fields'> & { fields: PackedField[] }>(text);
  return { ...props, fields: fields.map((field) => ({ ...USUAL, ...field })) };
}
