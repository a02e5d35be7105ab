/**
 * What the http server and the pages share is loaded from its source and not bundled into the pages: a process has one
 * copy of each module, with its classes and its state. Only views, what their browsers load, and styles are bundled.
 */
export const SHARED_MODULES =
  /^#?src\/(?:config|dealer-files|server|platform\/(?!ui\/|theme\/)|features\/[\w-]+\/(?!view\/|client\/))/;
