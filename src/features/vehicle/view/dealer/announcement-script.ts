import { browserStorage, readStored, writeStored } from '#src/platform/ui/storage/browser-storage.ts';

/** LOC-10: keeps a dismissed bar closed for this vehicle until the end of the session. */
const bar = document.querySelector<HTMLDialogElement>('.vehicle-announcement');
const key = `forecourt:dismissed-announcement:${location.pathname}`;
const storage = browserStorage('sessionStorage');

if (bar && readStored(storage, key) === true) bar.close();
bar?.addEventListener('close', () => writeStored(storage, key, true));
