import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type State, stateName } from '#src/config/sections/states.ts';
import type { StockNoun } from '#src/config/sections/stock/stock-terms.ts';
import { $comparedCars, removeCompared } from '#src/features/account/client/compared-cars.store.ts';
import { MAX_COMPARED } from '#src/features/account/saved-cars/car-lists.ts';
import {
  type ComparedCar,
  comparedFeatures,
  comparedRows,
} from '#src/features/account/saved-cars/comparison.ts';
import { useOwnFigure, useOwnTerms } from '#src/features/finance/client/use-repayment.ts';
import { ownTermsText } from '#src/features/finance/loan/own-loan.ts';
import { estimatedIn } from '#src/features/finance/on-road/estimate-text.ts';
import { figureTexts } from '#src/features/finance/repayment-display.ts';
import { $shopperState } from '#src/features/locations/client/shopper-place.store.ts';
import { formatDollars } from '#src/platform/number/number-format.ts';
import { comparePath } from '#src/platform/routing/compare-path.ts';
import { href } from '#src/platform/routing/href.ts';
import { formPath } from '#src/platform/routing/page-paths.ts';
import { announce } from '#src/platform/ui/dom/announce.ts';
import { isPlainClick } from '#src/platform/ui/dom/input-events.ts';
import { useHydrated } from '#src/platform/ui/hydration/hydration-hooks.ts';
import { noEntries } from '#src/platform/ui/storage/stored-list.ts';
import { WholeWords } from '#src/platform/ui/WholeWords.tsx';
import './compare.css';

const slugsOf = (cars: readonly { slug: string }[]) => cars.map(({ slug }) => slug);

/**
 * The slugs to compare. The shopper's own list stays in sync across tabs; a shared URL never changes it, and a URL
 * without cars shows the own list. The page's URL always reflects the content.
 * @param addressed the slugs rendered by the server
 */
function useComparedSlugs(addressed: readonly string[]) {
  const own = slugsOf(useStore($comparedCars, { ssr: noEntries }));
  const [shared, setShared] = useState(addressed);
  const [isOwn] = useState(
    () => addressed.length === 0 || String(slugsOf($comparedCars.get())) === String(addressed),
  );
  const slugs = useHydrated() && isOwn ? own : shared;
  const address = comparePath(slugs);
  const shown = useRef(address);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address identifies the slugs
  useEffect(() => {
    if (address === shown.current) return;
    shown.current = address;
    if (slugs.every((slug) => addressed.includes(slug))) history.replaceState(history.state, '', address);
    else location.replace(address);
  }, [address]);
  const remove = (slug: string) => {
    if (isOwn) removeCompared(slug);
    else setShared(slugs.filter((each) => each !== slug));
  };
  return { slugs, remove };
}

type Props = {
  /** As in the URL, including vehicles without a page. */
  slugs: readonly string[];
  cars: readonly ComparedCar[];
  missing: number;
  isMore: boolean;
  noun: StockNoun;
  /** The dealer's whole stock. */
  searchHref: string;
  /** The dealer's. */
  state: State;
};

const List = ({ texts }: { texts: readonly string[] }) => (
  <ul className="compare-list">
    {texts.map((text) => (
      <li key={text}>{text}</li>
    ))}
  </ul>
);

const NotStated = () => (
  <span className="muted">
    –<span className="visually-hidden"> not stated</span>
  </span>
);

/** FAV-01, FIN-230: the final payment is beside the amount, which is lower with one. */
function Repayment({ repayment, dollars, isMixed }: ComparedCar & { isMixed: boolean }) {
  const terms = useOwnTerms();
  const own = useOwnFigure(dollars);
  if (!repayment) return <span className="muted">–</span>;
  if (own && terms) return <List texts={[...figureTexts(own), `Your terms: ${ownTermsText(terms)}`]} />;
  const { amountText, rateText, comparisonText, termText, finalPaymentText } = repayment;
  const amount = isMixed ? `${amountText}, ${finalPaymentText ?? 'no final payment'}` : amountText;
  const term = isMixed ? termText.replace(`, ${finalPaymentText}`, '') : termText;
  return <List texts={[amount, rateText, comparisonText, `Estimate ${term}`]} />;
}

const FINAL_PAYMENTS_DIFFER =
  'A repayment with a final payment is lower, because that amount is still owed when the term ends.';

/** The advertised final payments, without own terms. */
const finalPayments = (cars: readonly ComparedCar[]) =>
  cars.flatMap(({ repayment }) => (repayment ? [repayment.finalPaymentText ?? null] : []));

/** FAV-210: a price that includes all charges, or the estimate. */
function onRoadText(driveAway: ComparedCar['driveAway'], state: State): string | undefined {
  const dollars = driveAway && estimatedIn(driveAway.prices, state);
  if (!driveAway || dollars === null) return undefined;
  return driveAway.isEstimated ? `Est. ${formatDollars(dollars, 0)}` : formatDollars(dollars, 0);
}

const isVaried = (values: readonly unknown[]) =>
  new Set(values.map((value) => JSON.stringify(value))).size > 1;

/** A row of the table; those with differences are highlighted. */
function Row(props: {
  label: string;
  differs: boolean;
  cars: readonly ComparedCar[];
  cell: (car: ComparedCar, at: number) => ReactNode;
}) {
  const { label, differs, cars, cell } = props;
  return (
    <tr data-differs={differs && cars.length > 1 ? '' : undefined}>
      <th scope="row">{label}</th>
      {cars.map((car, at) => (
        <td key={car.slug}>{cell(car, at)}</td>
      ))}
    </tr>
  );
}

/** FAV-01: vehicles side by side; without JavaScript, those in the URL. */
export function Comparison({
  slugs: addressed,
  cars: found,
  missing,
  isMore,
  noun,
  searchHref,
  state,
}: Props) {
  const { slugs, remove } = useComparedSlugs(addressed);
  const cars = found.filter(({ slug }) => slugs.includes(slug));
  const isHydrated = useHydrated();
  const shopperState = useStore($shopperState, { ssr: () => undefined }) ?? state;
  const rootRef = useRef<HTMLDivElement>(null);
  const focusAt = useRef<number>(undefined);

  // The focused link was removed, so focus the next vehicle's.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once the list has changed
  useEffect(() => {
    const at = focusAt.current;
    focusAt.current = undefined;
    if (at === undefined) return;
    const links = rootRef.current?.querySelectorAll<HTMLElement>('.compare-remove, .compare-empty > a') ?? [];
    links[Math.min(at, links.length - 1)]?.focus();
  }, [cars.length]);

  const { one, many } = noun;
  const rows = comparedRows(cars.map(({ facts }) => facts));
  const features = comparedFeatures(cars.map((car) => car.features));
  const isMixed = isVaried(finalPayments(cars));
  const bases = [...new Set(cars.flatMap(({ basis }) => basis ?? []))];
  const smallPrint = [...new Set(cars.flatMap((car) => car.smallPrint))];
  return (
    <div ref={rootRef} className="compare">
      {missing > 0 && (
        <p className="alert" data-tone="note">
          {`${missing === 1 ? `One ${one} is` : `${missing} ${many} are`} no longer listed.`}
        </p>
      )}
      {isMore && (
        <p className="alert" data-tone="note">
          {`Only ${MAX_COMPARED} ${many} are compared. The first ${MAX_COMPARED} are shown.`}
        </p>
      )}
      {cars.length === 0 ? (
        <div className="panel stack compare-empty">
          <h2>Nothing to compare yet</h2>
          <p>{`Choose up to ${MAX_COMPARED} ${many} with “Compare” on their cards, and see how they differ.`}</p>
          <a className="button" href={searchHref}>
            Browse {many}
          </a>
        </div>
      ) : (
        <>
          <p className="cluster compare-bar">
            <label className="compare-toggle">
              <input type="checkbox" autoComplete="off" /> Show only what differs
            </label>
            <a
              className="button"
              href={href(formPath('enquiry'), { car_ids: cars.map(({ id }) => id).join(',') })}
            >
              {cars.length === 1 ? `Ask about this ${one}` : `Ask about these ${many}`}
            </a>
            {isHydrated && (
              <button className="button button-quiet" type="button" onClick={() => print()}>
                Print
              </button>
            )}
          </p>
          {cars.length === MAX_COMPARED && (
            <p className="muted compare-hint">{`Swipe sideways to see all ${MAX_COMPARED} ${many}.`}</p>
          )}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it */}
          <div className="compare-scroll" role="region" aria-label={`${many} side by side`} tabIndex={0}>
            <table className="compare-table" data-cars={cars.length}>
              <thead>
                <tr>
                  <td />
                  {cars.map(({ slug, path, name, image }, at) => (
                    <th key={slug} scope="col">
                      {image && <img src={image} alt="" width="480" height="360" decoding="async" />}
                      <a className="compare-name" href={href(path)}>
                        <WholeWords text={name} />
                      </a>{' '}
                      <a
                        className="compare-remove"
                        href={href(
                          comparePath(cars.filter((car) => car.slug !== slug).map((car) => car.slug)),
                        )}
                        onClick={(event) => {
                          if (!isPlainClick(event)) return;
                          event.preventDefault();
                          focusAt.current = at;
                          remove(slug);
                          announce(`${name} removed from comparison`);
                        }}
                      >
                        Remove <span className="visually-hidden">{name}</span>
                      </a>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                <Row
                  label="Price"
                  differs={isVaried(cars.map(({ price }) => price))}
                  cars={cars}
                  cell={({ price }) => (
                    <>
                      <strong className="compare-price">{price.text}</strong>{' '}
                      {price.typeText && <span className="muted">{price.typeText}</span>}
                    </>
                  )}
                />
                {cars.some(({ driveAway }) => driveAway?.isEstimated) && (
                  <Row
                    label={`On the road in ${stateName(shopperState)}`}
                    differs={isVaried(cars.map(({ driveAway }) => driveAway?.prices))}
                    cars={cars}
                    cell={({ driveAway }) => onRoadText(driveAway, shopperState) ?? <NotStated />}
                  />
                )}
                {cars.some(({ repayment }) => repayment) && (
                  <Row
                    label="Repayment"
                    differs={isVaried(cars.map(({ repayment }) => repayment ?? null))}
                    cars={cars}
                    cell={(car) => <Repayment {...car} {...{ isMixed }} />}
                  />
                )}
                {rows.map(({ label, differs, texts }) => (
                  <Row
                    key={label}
                    label={label}
                    differs={differs}
                    cars={cars}
                    cell={(_, at) => texts[at] ?? <NotStated />}
                  />
                ))}
                {features.own.some((own) => own.length > 0) && (
                  <Row
                    label={features.shared.length > 0 ? 'Other equipment' : 'Equipment'}
                    differs
                    cars={cars}
                    cell={(_, at) => <List texts={features.own[at] ?? []} />}
                  />
                )}
              </tbody>
            </table>
          </div>
          {features.shared.length > 0 && (
            <p className="compare-shared">
              <strong>All have:</strong> {`${features.shared.join(', ')}.`}
            </p>
          )}
          {isMixed && (
            <p className="muted compare-small" data-advertised-only="">
              {FINAL_PAYMENTS_DIFFER}
            </p>
          )}
          {bases.map((basis) => (
            <p key={basis} className="muted compare-small" data-advertised-only="">
              {basis}
            </p>
          ))}
          {smallPrint.map((paragraph) => (
            <p key={paragraph} className="muted compare-small">
              {paragraph}
            </p>
          ))}
        </>
      )}
    </div>
  );
}
