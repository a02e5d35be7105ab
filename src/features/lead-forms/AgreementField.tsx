import { type LeadField, TICKED } from '#src/domain/lead/lead-field.ts';
import { controlAttributes } from './field-attributes.ts';

type Props = { form: string; field: LeadField; value: string; error: string | undefined };

/** A box to tick with the page that says what it means. */
export function AgreementField({ form, field, value, error }: Props) {
  const shared = controlAttributes(form, field, error);
  const isTerms = field.type === 'terms';
  return (
    <div className="check">
      <input {...shared} type="checkbox" value={TICKED} defaultChecked={value === TICKED} />
      <span>
        <label htmlFor={shared.id}>{field.label}</label>{' '}
        <a href={isTerms ? '/terms-and-conditions' : '/privacy-policy'}>
          {isTerms ? 'Terms of use' : 'Privacy policy'}
        </a>
      </span>
    </div>
  );
}
