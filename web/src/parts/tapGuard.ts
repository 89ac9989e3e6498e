const GUARD_MS = 400;

let timer: ReturnType<typeof setTimeout> | undefined;
let frame = 0;
let shown: string | undefined;

/**
 * Ignore pointers for a moment, so that the second tap of a double tap does not press what has come
 * under the finger. Keys and assistive technology press without a pointer, and go on to work.
 */
export function ignoreTaps(): void {
  const { classList } = document.documentElement;
  classList.add('guarded');
  clearTimeout(timer);
  cancelAnimationFrame(frame);
  // Nobody taps what is not drawn yet, which takes a slow phone a while.
  frame = requestAnimationFrame(() => {
    timer = setTimeout(() => classList.remove('guarded'), GUARD_MS);
  });
}

/** Ignore taps if another screen, or another question on it, is shown than before. */
export function guardScreen(screen: string): void {
  if (shown !== undefined && shown !== screen) ignoreTaps();
  shown = screen;
}
