import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { deviceDeal } from '#src/features/deal/client/deals.store.ts';
import {
  $valuation,
  type DeviceValuation,
  validValuation,
} from '#src/features/deal/client/valuation.store.ts';
import { DEAL_FIELDS, DEAL_VERSION, tradeInText } from '#src/features/deal/deal-choices.ts';
import { type Cents, formatCents } from '#src/platform/number/number-format.ts';
import { useHydrated } from '#src/platform/ui/hydration/hydration-hooks.ts';
import { DealSteps } from './DealSteps.tsx';
import { DealLines } from './DealSummary.tsx';
import { type DealProps, useDeal } from './use-deal.ts';

type Props = DealProps & {
  /** Leads back here; undefined if the site has no sign-in or the shopper is signed in. */
  signInHref: string | undefined;
};

function ShareButton({ path, query, name }: { path: string; query: string; name: string }) {
  const [said, setSaid] = useState('');
  async function share() {
    const url = `${location.origin}${path}?${query}`;
    try {
      if (navigator.share) await navigator.share({ title: `My deal: ${name}`, url });
      else {
        await navigator.clipboard.writeText(url);
        setSaid('Link copied.');
      }
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        setSaid('Copy the address of this page instead.');
    }
  }
  return (
    <>
      <button type="button" className="button button-quiet" onClick={() => void share()}>
        Share
      </button>
      <span role="status">{said}</span>
    </>
  );
}

/** Whether the shopper has not seen this deal since the valuation, so that its trade-in is not left out on purpose. */
function isOlder(carId: string, search: string, { valuedAt }: DeviceValuation): boolean {
  const stored = deviceDeal(carId);
  if (!stored) return search === '';
  return stored.savedAt < valuedAt && ['', `?${stored.query}`].includes(search);
}

type ValuationProps = {
  tradeIn: Cents;
  shouldFill: (valuation: DeviceValuation) => boolean;
  onUse: (cents: Cents) => void;
};

/** VDP-291: the valuation that this device knows, filled in at once or offered. */
function UseValuation({ tradeIn, shouldFill, onUse }: ValuationProps) {
  const isHydrated = useHydrated();
  useStore($valuation, { ssr: () => null });
  const valuation = isHydrated ? validValuation() : undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before the shopper changes the deal
  useEffect(() => {
    const known = validValuation();
    if (known && shouldFill(known)) onUse(known.cents);
  }, []);

  if (!valuation) return null;
  const { name, cents } = valuation;
  return tradeInText(tradeIn) === tradeInText(cents) ? (
    <p className="muted">{`From your valuation of the ${name}.`}</p>
  ) : (
    <p>
      <button type="button" className="button button-quiet" onClick={() => onUse(cents)}>
        {`Use my valuation: ${formatCents(cents)} for the ${name}`}
      </button>
    </p>
  );
}

type WaysProps = Pick<Props, 'path' | 'isSignedIn' | 'signInHref'> & { query: string; name: string };

/** The address has the whole deal, so it can be saved and sent without JavaScript too. */
function Ways({ path, query, name, isSignedIn, signInHref }: WaysProps) {
  const isHydrated = useHydrated();
  return (
    <div className="deal-ways">
      {isHydrated ? (
        <>
          <ShareButton {...{ path, query, name }} />
          <button type="button" className="button button-quiet" onClick={() => print()}>
            Print
          </button>
        </>
      ) : (
        <a href={`${path}?${query}`}>Link to this deal</a>
      )}
      {isSignedIn && !isHydrated && (
        <form method="post" action={path}>
          <input type="hidden" name="query" value={query} />
          <button type="submit" className="button button-quiet">
            Save to my garage
          </button>
        </form>
      )}
      <p className="muted">
        {isSignedIn ? (
          isHydrated && 'Saved in your garage as you go.'
        ) : (
          <>
            {isHydrated ? 'Saved on this device. ' : 'The address of this page has your whole deal. '}
            {signInHref && (
              <a href={`${signInHref}&redirect=${encodeURIComponent(`${path}?${query}`)}`}>Sign in</a>
            )}
            {signInHref && ' to see it anywhere.'}
          </>
        )}
      </p>
    </div>
  );
}

/** VDP-230: a form whose address holds the deal; hydrated, it adds up as the shopper chooses. */
export function DealBuilder(props: Props) {
  const { facts, path, search, isSignedIn, signInHref } = props;
  const { form, change, choices, problems, sum, query, fare, isAsking } = useDeal(props);
  const { price, car } = facts;
  const isHydrated = useHydrated();
  const tradeInField = () => {
    const field = form.current?.elements.namedItem(DEAL_FIELDS.tradeIn);
    return field instanceof HTMLInputElement ? field : undefined;
  };
  function fillTradeIn(cents: Cents): void {
    const field = tradeInField();
    if (field) field.value = tradeInText(cents);
    change();
  }
  const left = `${sum.balanceLabel} ${formatCents(Math.abs(sum.balance))}`;
  return (
    <>
      <div className="deal-main">
        <form
          className="deal-steps"
          ref={form}
          method="get"
          action={path}
          noValidate
          onInput={change}
          onSubmit={(event) => event.preventDefault()}
        >
          <input type="hidden" name={DEAL_FIELDS.version} value={DEAL_VERSION} />
          <input type="hidden" name={DEAL_FIELDS.price} value={`${price.cents}.${price.type}`} />
          {fare && 'cents' in fare && (
            <input type="hidden" name={DEAL_FIELDS.fare} value={`${fare.postcode}.${fare.cents}`} />
          )}
          <DealSteps
            {...{ facts, choices, problems, fare, isAsking, query }}
            typed={new URLSearchParams(search)}
            valuation={
              <UseValuation
                tradeIn={choices.tradeIn}
                shouldFill={(known) => tradeInField()?.value === '' && isOlder(car.id, search, known)}
                onUse={fillTradeIn}
              />
            }
            onLeave={change}
          />
          {!isHydrated && (
            <button className="button deal-update" type="submit">
              Update my deal
            </button>
          )}
        </form>
        <details className="deal-bar">
          <summary>
            <span>
              Total <strong>{formatCents(sum.total)}</strong>
            </span>
            <span>{left}</span>
          </summary>
          <DealLines sum={sum} />
        </details>
      </div>
      <section className="panel deal-summary" aria-labelledby="deal-summary-heading">
        <h2 id="deal-summary-heading">Your deal</h2>
        <DealLines sum={sum} />
        <p className="visually-hidden" role="status">
          {`Total ${formatCents(sum.total)}. ${left}.`}
        </p>
        <Ways {...{ path, query, isSignedIn, signInHref }} name={car.name} />
      </section>
    </>
  );
}
