import { useEffect } from 'react';
import { type Playback, SKIP_SECONDS } from './playback.ts';

/** Elements with keys of their own: fields, and controls that use space or arrow keys. */
const FIELDS = 'input, textarea, select, [contenteditable="true"]';
const PRESSED = 'button, a, summary, [role="tab"], [role="menuitem"]';
const WALKED = '[role="tab"], [role="menuitem"], [role="slider"]';

/**
 * The keys of the screen: space plays and pauses, ← and → skip, n and p go through the quotes of the chosen signal. Not
 * while typing, with a modifier, or over a dialog.
 */
export function useMeetingKeys(
  playback: Playback,
  isPlayable: boolean,
  stepQuote: (by: 1 | -1) => void,
): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : document.body;
      const isBusy = event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey;
      if (isBusy || target.matches(FIELDS) || document.querySelector('[role="dialog"]')) return;
      const act = actionOf(event.key, target);
      if (!act || (act !== 'next' && act !== 'before' && !isPlayable)) return;
      event.preventDefault();
      if (act === 'toggle') playback.toggle();
      else if (act === 'back') playback.skip(-SKIP_SECONDS);
      else if (act === 'on') playback.skip(SKIP_SECONDS);
      else stepQuote(act === 'next' ? 1 : -1);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [playback, isPlayable, stepQuote]);
}

function actionOf(key: string, target: Element): 'toggle' | 'back' | 'on' | 'next' | 'before' | undefined {
  // After a click on a line its button has the focus: space pauses there, and Enter plays the line again.
  const isOnLine = target.closest('[data-index]') !== null;
  if (key === ' ') return target.closest(PRESSED) && !isOnLine ? undefined : 'toggle';
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    if (target.closest(WALKED)) return undefined;
    return key === 'ArrowLeft' ? 'back' : 'on';
  }
  if (key === 'n') return 'next';
  return key === 'p' ? 'before' : undefined;
}
