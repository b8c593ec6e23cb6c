import { CLOCKS } from '../../parts/clock.tsx';
import { oneOf, searchOf, whole } from '../../search-params.ts';
import { editorShape } from './editor-search.ts';

const tab = oneOf('matches', 'quality', 'coverage', 'versions');

/** A signal: its tab (the editor, unless said), the versions compared, what its draft is tried on, and what fired by which clock. */
export const signalSearch = searchOf({
  tab: (raw) => tab(raw === 'executions' ? 'matches' : raw),
  old: whole(1),
  new: whole(1),
  size: whole(1, 50),
  clock: oneOf(...CLOCKS),
  ...editorShape,
});

/** The parsed search of the signal screen. */
export type SignalSearch = ReturnType<typeof signalSearch>;
