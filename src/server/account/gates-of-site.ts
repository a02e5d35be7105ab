import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { SignInType } from '#src/config/sections/account.ts';
import { formGate } from '#src/domain/lead/form-access.ts';
import { type LeadFormName, leadFormNamed } from '#src/domain/lead/lead-form.ts';
import { gateAt } from '#src/routing/gates.ts';
import { MISCELLANEOUS_PATH } from '#src/wire/trade-ins.ts';
import { type Contact, type SessionServices, signedInContact } from './session.ts';

const FORM = /^\/(?:enquire|api\/leads)\/([\w-]+)$/;

/** AUTH-04: the gate of a page, of a form, or of an endpoint behind a page. */
export function gateOfAddress(dealer: DealerConfig, path: string): SignInType | undefined {
  const form = FORM.exec(path)?.[1] ?? '';
  if (leadFormNamed(form)) return formGate(form as LeadFormName, dealer);
  return gateAt(dealer, path === MISCELLANEOUS_PATH ? dealer.links.tradeIn : path);
}

/** The shopper who is signed in; undefined at an address without a gate, where no session is looked up. */
export const contactAtGate = async (
  services: SessionServices,
  dealer: DealerConfig,
  path: string,
  cookieHeader: string | null,
): Promise<Contact | undefined> =>
  gateOfAddress(dealer, path) && signedInContact(services, dealer.slug, cookieHeader);
