import type { Favourite } from '#src/features/account/saved-cars/car-lists.ts';
import type { SavedChange } from '#src/features/account/saved-cars/saved-change.ts';
import type { CardDocument } from '#src/features/search/index/search-document.ts';
import { VehicleCard, type VehicleCardProps } from '#src/features/search/view/cards/VehicleCard.tsx';
import { vehiclePath } from '#src/features/vehicle/vehicle-paths.ts';
import { SAVED_PATH, watchedPath } from '#src/platform/routing/page-paths.ts';
import { WholeWords } from '#src/platform/ui/WholeWords.tsx';

/** A saved vehicle: its card, or only its change if it is no longer available. */
export type SavedListEntry =
  | { kind: 'card'; car: CardDocument; change: SavedChange | null; hasPage: boolean }
  | { kind: 'gone'; id: string; change: SavedChange; name?: string };

/** `entry` is undefined until it has loaded. */
export type SavedVehicle = { car: Favourite; entry: SavedListEntry | undefined };

type EntryProps = Pick<VehicleCardProps, 'settings' | 'nowMs'> & {
  vehicle: SavedVehicle;
  /** A watchlist is stored on the server, so its submit button also works without JavaScript. */
  isWatchlist: boolean;
  heading?: 'h2' | 'h3';
  /** Undefined where a vehicle can be neither chosen nor removed. */
  onRemove?: (car: Favourite) => void;
};

function Remove({
  vehicle: { car },
  isWatchlist,
  onRemove,
}: Pick<EntryProps, 'vehicle' | 'isWatchlist'> & Required<Pick<EntryProps, 'onRemove'>>) {
  const post = {
    type: 'submit',
    name: 'remove',
    value: car.id,
    formMethod: 'post',
    formAction: SAVED_PATH,
  } as const;
  return (
    <button
      className="button button-quiet"
      aria-label={`Remove ${car.name} from saved`}
      {...(isWatchlist ? post : { type: 'button' })}
      onClick={(event) => {
        event.preventDefault();
        onRemove(car);
      }}
    >
      Remove
    </button>
  );
}

function CardEntry({
  entry,
  settings,
  nowMs,
  heading = 'h2',
  onRemove,
  ...shared
}: EntryProps & { entry: Extract<SavedListEntry, { kind: 'card' }> }) {
  const { car, change, hasPage } = entry;
  return (
    <li className="saved-cars-entry">
      <VehicleCard
        car={car}
        settings={settings}
        nowMs={nowMs}
        heading={heading}
        sizes="strip"
        hasActions={false}
        path={hasPage ? vehiclePath(car.slug) : watchedPath(car)}
      />
      <p className="saved-cars-change" data-change={change?.kind}>
        {change?.text}
      </p>
      {onRemove && (
        <div className="saved-cars-foot">
          {car.status !== 'sold' && (
            <label className="saved-cars-choice">
              <input type="checkbox" name="car_ids" value={car.id} /> Choose{' '}
              <span className="visually-hidden">{car.name}</span>
            </label>
          )}
          <Remove {...shared} {...{ onRemove }} />
        </div>
      )}
    </li>
  );
}

const OWN_OR_HTTPS = /^(?:\/(?!\/)|https:\/\/)/;

/** Shows data stored in the browser until the card has loaded, and for unavailable vehicles. */
function PlainEntry({ vehicle, heading: Heading = 'h2', onRemove, ...shared }: EntryProps) {
  const { car, entry } = vehicle;
  const change = entry?.change;
  const isListed = entry === undefined;
  return (
    <li className="saved-cars-entry saved-cars-plain">
      <div className="saved-cars-picture">
        {isListed && OWN_OR_HTTPS.test(car.primary_image_url) && (
          <img
            src={car.primary_image_url}
            alt=""
            width={640}
            height={480}
            loading="lazy"
            decoding="async"
            onError={({ currentTarget }) => {
              currentTarget.hidden = true;
            }}
          />
        )}
      </div>
      <Heading className="saved-cars-name">
        {isListed ? (
          <a href={`/cars/${encodeURIComponent(car.slug)}`}>
            <WholeWords text={car.name} />
          </a>
        ) : (
          <WholeWords text={car.name} />
        )}
      </Heading>
      <p className="saved-cars-change" data-change={change?.kind ?? 'gone'}>
        {change?.text}
      </p>
      {onRemove && (
        <div className="saved-cars-foot">
          <Remove {...{ vehicle, onRemove }} {...shared} />
        </div>
      )}
    </li>
  );
}

/** FAV-01, FAV-06. */
export function SavedEntry(props: EntryProps) {
  const { entry } = props.vehicle;
  return entry?.kind === 'card' ? <CardEntry {...props} entry={entry} /> : <PlainEntry {...props} />;
}
