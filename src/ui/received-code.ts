type CodeCredential = { code?: string };
type CodeRequest = CredentialRequestOptions & { otp: { transport: 'sms'[] } };

/**
 * WebOTP: the code of a text message bound to this site, where the browser reads it with the shopper's consent.
 * @returns undefined where it cannot, or `signal` ends it
 */
export async function receivedCode(signal: AbortSignal): Promise<string | undefined> {
  if (!('OTPCredential' in window)) return undefined;
  try {
    const request: CodeRequest = { otp: { transport: ['sms'] }, signal };
    return ((await navigator.credentials.get(request)) as CodeCredential | null)?.code;
  } catch {
    return undefined;
  }
}
