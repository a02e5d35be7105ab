import type { CARD_BUTTONS } from '#src/config/sections/stock/vehicle-page-section.ts';
import { accessForCar, type FormCarFacts, isOffered } from '#src/features/leads/forms/form-access.ts';
import type { CardDocument } from '#src/features/search/index/search-document.ts';
import type { SearchSettings } from '#src/features/search/view/search-settings.ts';
import { isSellable, isTestDriveOnly } from '#src/features/vehicle/actions/card-tag.ts';
import { financeQuery, testDriveLabel } from '#src/features/vehicle/actions/vehicle-actions.ts';
import { isSubscription } from '#src/features/vehicle/price/price-display.ts';
import { vehiclePath } from '#src/features/vehicle/vehicle-paths.ts';
import { withQuery } from '#src/platform/routing/href.ts';
import { checkoutPath, formPath, RESERVE_TERMS_PATH } from '#src/platform/routing/page-paths.ts';

type Button = (typeof CARD_BUTTONS)[number];
type CardActionsProps = { car: CardDocument; cents: number | null; settings: CardActionSettings };
export type CardActionSettings = Pick<
  SearchSettings,
  | 'card'
  | 'copy'
  | 'reserve'
  | 'switches'
  | 'checkout'
  | 'financeHref'
  | 'testDriveComingSoon'
  | 'subscription'
>;

/** CARD-05: replaces the enquiry by a test drive; adds it in second place if neither is configured. */
function withTestDrive(buttons: readonly Button[]): Button[] {
  const exchanged = buttons.map((button) => (button === 'enquire' ? 'test_drive' : button));
  return exchanged.includes('test_drive') ? exchanged : [...exchanged.slice(0, 1), 'test_drive'];
}

/** `accessForCar` needs some price and payment processor; their values do not matter. */
const bookableCar = ({ status, reserved, reservable }: CardDocument): FormCarFacts => ({
  ...{ status, reserved },
  payment_processors: reservable ? ['any'] : [],
  shownPrice: reservable ? { kind: 'price', cents: 1 } : { kind: 'none', cents: null },
});

/** The configured buttons that the dealership and the state of the vehicle allow. */
function buttonsOf(car: CardDocument, { card, switches, testDriveComingSoon }: CardActionSettings): Button[] {
  const bookable = bookableCar(car);
  const rules = { switches: switches[car.dealership_slug ?? ''], testDriveComingSoon };
  const allowed: Record<Button, boolean> = {
    view_details: true,
    enquire: true,
    finance: true,
    test_drive: isOffered(accessForCar('test-drive', bookable, rules)),
    reserve: isOffered(accessForCar('reserve', bookable, rules)),
  };
  const wanted = isTestDriveOnly(car) && allowed.test_drive ? withTestDrive(card.buttons) : card.buttons;
  const shown = [...new Set(wanted)].filter((button) => allowed[button]);
  return shown.length > 0 ? shown : ['view_details'];
}

/** CARD-02, CARD-05. */
export function CardActions({ car, cents, settings }: CardActionsProps) {
  const { card, copy, checkout, financeHref } = settings;
  const page = vehiclePath(car.slug);
  if (!isSellable(car)) {
    return (
      <div className="vehicle-card-actions">
        <p className="vehicle-card-prompt">{copy.similarPrompt}</p>
        <a className="button button-quiet" href={formPath('find-similar', car.id)}>
          {copy.similar}
        </a>
      </div>
    );
  }
  const enquiry = formPath('enquire-now', car.id);
  const finance =
    financeHref && withQuery(financeHref, financeQuery({ ...car, dealership: car.dealership_slug, cents }));
  const links: Record<Button, { text: string; href: string }> = {
    view_details: { text: copy.viewDetails, href: page },
    enquire: {
      text: isSubscription(car.pricing, settings.subscription) ? copy.subscribe : copy.enquire,
      href: enquiry,
    },
    test_drive: { text: testDriveLabel(copy, car.item_type), href: formPath('test-drive', car.id) },
    finance: { text: card.financeWording, href: finance ?? enquiry },
    reserve: {
      text: settings.reserve.label,
      href: checkoutPath({ links: { checkout } }, car),
    },
  };
  const shown = buttonsOf(car, settings);
  return (
    <div className="vehicle-card-actions">
      {shown.map((button, at) => (
        <a key={button} className={at === 0 ? 'button' : 'button button-quiet'} href={links[button].href}>
          {links[button].text}
          <span className="visually-hidden">{`: ${car.name}`}</span>
        </a>
      ))}
      {shown.includes('reserve') && (
        <p className="vehicle-card-reserve">
          {settings.reserve.terms} <a href={RESERVE_TERMS_PATH}>Terms</a>
        </p>
      )}
    </div>
  );
}
