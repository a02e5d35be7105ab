import type { CardConfig } from '#src/config/sections/vehicle-page.ts';
import type { CardDocument } from '#src/domain/search/card-document.ts';
import { isSellable, isTestDriveOnly } from '#src/domain/vehicle/card-tag.ts';
import { modelSearchPath, vehiclePath } from '#src/domain/vehicle/vehicle-paths.ts';

type Button = CardConfig['buttons'][number];
type CardActionsProps = { car: CardDocument } & Pick<CardConfig, 'buttons' | 'financeWording'>;

/** CARD-02, CARD-05. */
export function CardActions({ car, buttons, financeWording }: CardActionsProps) {
  const page = vehiclePath(car.slug);
  if (!isSellable(car)) {
    return (
      <div className="vehicle-card-actions" data-count="1">
        <p className="vehicle-card-prompt">Like this and want something similar?</p>
        <a className="button button-quiet" href={modelSearchPath(car)}>
          Find Me Something Similar
        </a>
      </div>
    );
  }
  const enquiry = `${page}#enquire`;
  const links: Record<Button, { text: string; href: string }> = {
    view_details: { text: 'View Details', href: page },
    enquire: { text: 'Enquire Now', href: enquiry },
    test_drive: { text: 'Book a Test Drive', href: enquiry },
    finance: { text: financeWording, href: enquiry },
    reserve: { text: 'Reserve Now', href: enquiry },
  };
  const shown = isTestDriveOnly(car)
    ? [...new Set(buttons.map((button) => (button === 'enquire' ? 'test_drive' : button)))]
    : buttons;
  return (
    <div className="vehicle-card-actions" data-count={shown.length}>
      {shown.map((button, at) => (
        <a key={button} className={at === 0 ? 'button' : 'button button-quiet'} href={links[button].href}>
          {links[button].text}
          <span className="visually-hidden">: {car.name}</span>
        </a>
      ))}
    </div>
  );
}
