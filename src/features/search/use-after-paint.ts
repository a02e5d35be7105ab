import { useEffect, useState } from 'react';
import { afterPaint } from '#src/ui/after-paint.ts';

/** A value as it was when the page was last painted: what needs no first paint is drawn by it, one frame later. */
export function useAfterPaint<T>(newest: T): T {
  const [painted, setPainted] = useState(newest);
  useEffect(() => afterPaint(() => setPainted(newest)), [newest]);
  return painted;
}
