import { oneOf, searchOf, whole } from '../../search-params.ts';
import { editorShape } from './editor-search.ts';

/** A signal: its tab (the editor, unless said), the versions compared, and what its draft is tried on. */
export const signalSearch = searchOf({
  tab: oneOf('executions', 'coverage', 'versions'),
  old: whole(1),
  new: whole(1),
  size: whole(1, 50),
  ...editorShape,
});

/** What signalSearch reads. */
export type SignalSearch = ReturnType<typeof signalSearch>;
