import { searchOf, whole } from '../../search-params.ts';
import { editorShape } from '../signal/editor-search.ts';

/** A new signal: `copy` the signal to begin with, and what its draft is tried on. */
export const signalNewSearch = searchOf({ copy: whole(1), ...editorShape });
