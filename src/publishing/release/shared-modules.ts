/**
 * Modules shared by the server and the pages are not bundled but loaded from source, so that a process has a single
 * instance of each. Only views, browser code and styles are bundled.
 */
export const SHARED_MODULES =
  /^#?src\/(?:config|dealer-files|server|platform\/(?!ui\/|theme\/)|features\/[\w-]+\/(?!view\/|client\/))/;
