import type { Signal } from '../signals/queries.ts';
import type { EditorSearch } from './editor-search.ts';
import type { Editing } from './use-draft.ts';
import type { Saving } from './use-save.ts';

/** The props that every part of trying a draft works with. */
export interface TryProps {
  editing: Editing;
  saving: Saving;
  /** The signal that the draft is a change of; without it the draft stands alone. */
  saved?: Signal;
  search: EditorSearch;
}
