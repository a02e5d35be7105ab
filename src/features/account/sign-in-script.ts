import { startSignIn } from './sign-in-form.ts';

const part = document.querySelector<HTMLElement>('[data-sign-in]');
if (part) startSignIn(part);
