import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useHydrated } from '#src/platform/ui/hydration/hydration-hooks.ts';
import {
  type NotSent,
  pauseFor,
  postPhoto,
  type SendingState,
  sendPhotos,
  shrinkPhoto,
} from './photo-upload.ts';

type Props = {
  /** Path of the photos step. */
  action: string;
  noun: string;
  /** How many photos can still be added. */
  room: number;
  maxPhotos: number;
  /** The button that ends the valuation. */
  finish: { name: string; value: string };
  /** Id of the message about the last post, above the form. */
  describedBy?: string | undefined;
};

const ID = 'trade-in-photos';

const statusOf = ({ photo, of, retryInSeconds }: SendingState): string =>
  `Sending photo ${photo} of ${of}…${retryInSeconds === undefined ? '' : ` Trying again in ${retryInSeconds} seconds.`}`;

function FailedPhotos({ notSent, sent }: { notSent: readonly NotSent[]; sent: number }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  const failures = notSent.length === 1 ? '1 photo was not sent.' : `${notSent.length} photos were not sent.`;
  return (
    <div className="alert" role="alert" tabIndex={-1} ref={ref}>
      <p>{sent > 0 ? `${sent} of ${sent + notSent.length} photos are added. ${failures}` : failures}</p>
      <ul>
        {notSent.map(({ name, reason }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two photos may have one name
          <li key={at}>
            “{name.slice(0, 60)}”: {reason}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** FORM-10: hydrated, it shrinks each photo and sends it separately; without JavaScript, it posts them together. */
export function PhotoForm({ action, noun, room, maxPhotos, finish, describedBy }: Props) {
  const inputRef = useRef<HTMLInputElement>(null);
  const cancelRef = useRef<HTMLButtonElement>(null);
  const running = useRef<AbortController>(undefined);
  const isHydrated = useHydrated();
  const [isBusy, setBusy] = useState(false);
  const [sending, setSending] = useState<SendingState>();
  const [failed, setFailed] = useState<{ notSent: readonly NotSent[]; sent: number }>();

  useEffect(() => {
    // For a page restored from the back/forward cache.
    const restore = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      setBusy(false);
      setSending(undefined);
    };
    addEventListener('pageshow', restore);
    return () => removeEventListener('pageshow', restore);
  }, []);

  async function send(files: readonly File[], onward: string): Promise<void> {
    running.current = new AbortController();
    flushSync(() => {
      setFailed(undefined);
      setBusy(true);
      setSending({ photo: 1, of: files.length });
    });
    cancelRef.current?.focus();
    const notSent = await sendPhotos(files, {
      shrink: shrinkPhoto,
      post: (photo, until) => postPhoto(action, photo, until),
      pause: pauseFor,
      show: setSending,
      signal: running.current.signal,
      maxPhotos,
    });
    running.current = undefined;
    if (notSent.length === 0) return location.assign(onward);
    if (inputRef.current) inputRef.current.value = '';
    setBusy(false);
    setSending(undefined);
    setFailed({ notSent, sent: files.length - notSent.length });
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    if (isBusy) return event.preventDefault();
    const files = [...(inputRef.current?.files ?? [])];
    if (files.length === 0) return setBusy(true);
    event.preventDefault();
    const isLast = event.nativeEvent.submitter?.getAttribute('value') === finish.value;
    void send(files, isLast ? action.replace(/photos$/, 'done') : action);
  }

  const more =
    room === maxPhotos
      ? `Up to ${maxPhotos} photos`
      : `Up to ${room} more ${room === 1 ? 'photo' : 'photos'}`;
  const limits = isHydrated
    ? `${more}, up to 8 MB each. We shrink large photos before sending them.`
    : `${more}, as JPEG, PNG or WebP. Up to 8 MB at a time: add a few photos, then add more.`;
  return (
    <form
      className="lead-form"
      method="post"
      action={action}
      encType="multipart/form-data"
      noValidate
      aria-busy={isBusy}
      onSubmit={submit}
    >
      <div className="field lead-form-wide trade-in-files">
        <label htmlFor={`${ID}-files`}>Photos of your {noun}</label>
        <p className="field-hint" id={`${ID}-hint`}>
          {limits}
        </p>
        <input
          id={`${ID}-files`}
          ref={inputRef}
          type="file"
          name="photos"
          accept="image/jpeg,image/png,image/webp"
          multiple
          disabled={sending !== undefined}
          aria-describedby={describedBy ? `${ID}-hint ${describedBy}` : `${ID}-hint`}
          aria-invalid={describedBy ? true : undefined}
        />
        <div className="trade-in-sending" hidden={!sending}>
          <p role="status" id={`${ID}-status`}>
            {sending && statusOf(sending)}
          </p>
          <progress
            aria-labelledby={`${ID}-status`}
            max={sending?.of ?? 1}
            value={sending ? sending.photo - 1 : 0}
          />
          <button
            className="button button-quiet"
            type="button"
            ref={cancelRef}
            onClick={() => running.current?.abort()}
          >
            Cancel
          </button>
        </div>
        {failed && <FailedPhotos {...failed} />}
      </div>
      <div className="lead-form-send lead-form-wide">
        <button className="button" type="submit" disabled={sending !== undefined}>
          Add photos
        </button>
        <button className="button button-quiet" type="submit" {...finish} disabled={sending !== undefined}>
          Finish
        </button>
      </div>
    </form>
  );
}
