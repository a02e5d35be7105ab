import type { CardDocument } from '#src/domain/search/card-document.ts';
import { type Favourite, writeFavourite } from '#src/domain/vehicle/favourite.ts';
import type { SavedChange } from '#src/domain/vehicle/saved-change.ts';
import { vehiclePath } from '#src/domain/vehicle/vehicle-paths.ts';
import { SAVED_PATH, watchedPath } from '#src/routing/page-paths.ts';
import { VehicleCard, type VehicleCardProps } from '../VehicleCard.tsx';

export type SavedListEntry =
  | { kind: 'card'; car: CardDocument; change: SavedChange | null; hasPage: boolean }
  | { kind: 'gone'; id: string; change: SavedChange; name?: string };

type SavedListProps = Pick<VehicleCardProps, 'settings' | 'nowMs'> & {
  entries: readonly SavedListEntry[];
  /** What hearts store of each vehicle, by its id; given for a watchlist. */
  favourites?: ReadonlyMap<string, Favourite> | undefined;
};

type Named = Pick<SavedListProps, 'favourites'> & { id: string; name: string };

/** In a watchlist a submit button, which works without scripts. */
function Remove({ id, name, favourites }: Named) {
  const favourite = favourites?.get(id);
  const own = favourites
    ? ({
        type: 'submit',
        name: 'remove',
        value: id,
        formMethod: 'post',
        formAction: SAVED_PATH,
        'data-favourite': favourite && writeFavourite(favourite),
        'aria-pressed': true,
      } as const)
    : ({ type: 'button', 'data-remove-saved': '' } as const);
  return (
    <button className="button button-quiet" {...own}>
      Remove <span className="visually-hidden">{name}</span>
    </button>
  );
}

function CardEntry({
  entry: { car, change, hasPage },
  settings,
  nowMs,
  favourites,
}: Omit<SavedListProps, 'entries'> & { entry: Extract<SavedListEntry, { kind: 'card' }> }) {
  return (
    <li className="saved-cars-entry" data-saved-entry={car.id}>
      <VehicleCard
        car={car}
        settings={settings}
        nowMs={nowMs}
        sizes="strip"
        hasActions={false}
        path={hasPage ? vehiclePath(car.slug) : watchedPath(car)}
      />
      <p className="saved-cars-change" data-change={change?.kind}>
        {change?.text}
      </p>
      <div className="saved-cars-foot">
        {car.status !== 'sold' && (
          <label className="saved-cars-choice">
            <input type="checkbox" name="car_ids" value={car.id} /> Choose{' '}
            <span className="visually-hidden">{car.name}</span>
          </label>
        )}
        <Remove id={car.id} name={car.name} favourites={favourites} />
      </div>
    </li>
  );
}

function GoneEntry({
  entry: { id, name, change },
  favourites,
}: Pick<SavedListProps, 'favourites'> & { entry: Extract<SavedListEntry, { kind: 'gone' }> }) {
  if (name === undefined) return favourites ? null : <li data-saved-gone={id}>{change.text}</li>;
  return (
    <li className="saved-cars-entry saved-cars-plain" data-saved-entry={id}>
      <div className="saved-cars-picture" />
      <h2 className="saved-cars-name">{name}</h2>
      <p className="saved-cars-change" data-change={change.kind}>
        {change.text}
      </p>
      <div className="saved-cars-foot">
        <Remove id={id} name={name} favourites={favourites} />
      </div>
    </li>
  );
}

/** The items of a list of saved vehicles, in one pass: each component of its own costs a page a rendering. */
export function SavedList({ entries, settings, nowMs, favourites }: SavedListProps) {
  return (
    <>
      {entries.map((entry) =>
        entry.kind === 'card' ? (
          <CardEntry key={entry.car.id} {...{ entry, settings, nowMs, favourites }} />
        ) : (
          <GoneEntry key={entry.id} entry={entry} favourites={favourites} />
        ),
      )}
    </>
  );
}
