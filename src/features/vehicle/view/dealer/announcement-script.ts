import { browserStorage, readStored, writeStored } from '#src/platform/ui/storage/browser-storage.ts';

/** LOC-10: a bar that was dismissed stays closed on its vehicle's page until the browser is closed. */
const bar = document.querySelector<HTMLDialogElement>('.vehicle-announcement');
const key = `forecourt:dismissed-announcement:${location.pathname}`;
const storage = browserStorage('sessionStorage');

if (bar && readStored(storage, key) === true) bar.close();
bar?.addEventListener('close', () => writeStored(storage, key, true));
