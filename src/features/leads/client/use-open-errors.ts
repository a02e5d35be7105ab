import { type RefObject, useEffect, useState } from 'react';
import type { LeadErrors, LeadField } from '#src/features/leads/fields/lead-field.ts';
import { checkControls } from './field-attributes.ts';

const NO_NAMES: ReadonlySet<string> = new Set();

/**
 * The errors that are still to be corrected: a field's error ends when its new value is valid, and comes back only
 * with the next refusal. Not on leaving the field: the button pressed next would move from under the pointer.
 * @param refused by the last check or reply; the same object until the next
 */
export function useOpenErrors(
  refused: LeadErrors | undefined,
  fields: readonly LeadField[],
  formRef: RefObject<HTMLFormElement | null>,
): LeadErrors {
  const [corrected, setCorrected] = useState({ refused, names: NO_NAMES });

  useEffect(() => {
    const form = formRef.current;
    if (!form || !refused) return;
    const controller = new AbortController();
    function check({ target }: Event) {
      const name = target instanceof Element ? target.getAttribute('name') : null;
      const field = fields.find((each) => each.name === name);
      if (!form || !field || refused?.[field.name] === undefined) return;
      if (checkControls([field], form.elements)[field.name] !== undefined) return;
      setCorrected((now) => ({
        refused,
        names: new Set([...(now.refused === refused ? now.names : []), field.name]),
      }));
    }
    // Quick picks send only `change`.
    for (const type of ['input', 'change']) form.addEventListener(type, check, { signal: controller.signal });
    return () => controller.abort();
  }, [refused, fields, formRef]);

  const names = corrected.refused === refused ? corrected.names : NO_NAMES;
  return Object.fromEntries(Object.entries(refused ?? {}).filter(([name]) => !names.has(name)));
}
