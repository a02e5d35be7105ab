import type { LeadErrors, LeadField } from '#src/domain/lead/lead-field.ts';
import { REQUIRED_MESSAGE } from '#src/domain/lead/messages.ts';

/** Fields by name, as `form.elements` holds them; radio buttons of one name as a list with a value. */
type Controls = {
  namedItem(name: string): { value?: string; checked?: boolean; validity?: ValidityState } | object | null;
};

const hasValidity = (control: object): control is { value: string; validity: ValidityState } =>
  'validity' in control && 'value' in control;

/**
 * The browser's own constraints with the messages of the form, so that most slips need no round trip.
 * The server checks again and has the last word.
 */
export function checkControls(fields: readonly LeadField[], controls: Controls): LeadErrors {
  return Object.fromEntries(
    fields.flatMap(({ name, type, required, invalidMessage }) => {
      const control = controls.namedItem(name);
      if (control === null) return [];
      if (type === 'choice') {
        const isLeft = required && Reflect.get(control, 'value') === '';
        return isLeft ? [[name, REQUIRED_MESSAGE]] : [];
      }
      if (!hasValidity(control)) return [];
      const blank = required && type !== 'terms' && control.value.trim() === '';
      if (blank) return [[name, REQUIRED_MESSAGE]];
      return control.validity.valid ? [] : [[name, invalidMessage]];
    }),
  );
}
