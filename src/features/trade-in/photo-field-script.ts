import { type NotSent, pauseFor, postPhoto, type SendingState, sendPhotos } from './send-photos.ts';
import { shrinkPhoto } from './shrink-photo.ts';

const field = document.querySelector<HTMLElement>('[data-photo-field]');
const form = field?.closest('form');
const part = <T extends HTMLElement>(name: string) => field?.querySelector<T>(`[data-photo-${name}]`);
const input = field?.querySelector<HTMLInputElement>('input[type="file"]');
const sending = part('sending');
const status = part('status');
const bar = part<HTMLProgressElement>('progress');
const failed = part('failed');

let running: AbortController | undefined;

function show({ photo, of, retryInSeconds }: SendingState): void {
  if (!status || !bar) return;
  const again = retryInSeconds === undefined ? '' : ` Trying again in ${retryInSeconds} seconds.`;
  status.textContent = `Sending photo ${photo} of ${of}…${again}`;
  bar.max = of;
  bar.value = photo - 1;
}

function showFailed(notSent: readonly NotSent[], sent: number): void {
  if (!failed || !status) return;
  const head = failed.querySelector('p');
  const one = notSent.length === 1 ? '1 photo was not sent.' : `${notSent.length} photos were not sent.`;
  if (head)
    head.textContent = sent > 0 ? `${sent} of ${sent + notSent.length} photos are added. ${one}` : one;
  const items = notSent.map(({ name, reason }) => {
    const item = document.createElement('li');
    item.textContent = `“${name.slice(0, 60)}”: ${reason}`;
    return item;
  });
  failed.querySelector('ul')?.replaceChildren(...items);
  failed.hidden = false;
  failed.focus();
}

function setBusy(isBusy: boolean): void {
  if (!form || !input || !sending) return;
  form.ariaBusy = isBusy ? 'true' : null;
  input.disabled = isBusy;
  for (const button of form.querySelectorAll<HTMLButtonElement>('button[type="submit"]'))
    button.disabled = isBusy;
  sending.hidden = !isBusy;
}

async function send(files: readonly File[], action: string, onward: string): Promise<void> {
  running = new AbortController();
  const { signal } = running;
  if (failed) failed.hidden = true;
  setBusy(true);
  // A live region announces only changes after it is shown.
  part<HTMLButtonElement>('cancel')?.focus();
  const notSent = await sendPhotos(files, {
    shrink: shrinkPhoto,
    post: (photo, until) => postPhoto(action, photo, until),
    pause: pauseFor,
    show,
    signal,
    maxPhotos: Number(field?.dataset.photoField),
  });
  running = undefined;
  if (notSent.length === 0) {
    if (bar) bar.value = bar.max;
    location.assign(onward);
    return;
  }
  setBusy(false);
  if (input) input.value = '';
  if (status) status.textContent = '';
  showFailed(notSent, files.length - notSent.length);
}

/** Before the listener of plain forms: photos sent here must not be posted too. */
function take(event: SubmitEvent): void {
  if (!form || !input?.files?.length || running) {
    if (running) event.preventDefault();
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
  const isLast = event.submitter?.getAttribute('value') === 'done';
  const { action } = form;
  void send([...input.files], action, isLast ? action.replace(/photos$/, 'done') : action);
}

if (form && input) {
  const hint = part('hint');
  if (hint?.dataset.photoHint) hint.textContent = hint.dataset.photoHint;
  form.addEventListener('submit', take, { capture: true });
  part('cancel')?.addEventListener('click', () => running?.abort());
  addEventListener('pageshow', ({ persisted }) => persisted && setBusy(false));
}
