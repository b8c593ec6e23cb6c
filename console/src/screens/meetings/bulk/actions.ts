import { api, ParleyError, unwrap } from '../../../api.ts';
import type { Meeting } from '../../../shapes.ts';
import { followRemap, type RemapOrder, startRemap, undoRemap } from '../../meeting/remap.ts';

/** An action on several meetings. */
export interface BulkAction {
  /** The words for success with a meeting: "remapped". */
  done: string;
  /** The words for failure with it: "not remapped". */
  notDone: string;
  /** The words for progress: "Remapping". */
  doing: string;
  /** @returns the request of a remap, which can be undone */
  work: (meeting: Meeting) => Promise<string | undefined>;
}

/** Waits until the records of a remap are in place. */
async function applied(requestId: string): Promise<string> {
  const { status, reason } = await followRemap(requestId, { until: 'applied' });
  if (status === 'failed') throw new Error(reason ?? 'The remap failed.');
  return requestId;
}

/** Links meetings to other CRM records. */
export const remapAll = (order: RemapOrder): BulkAction => ({
  done: 'remapped',
  notDone: 'not remapped',
  doing: 'Remapping',
  work: async ({ id }) => applied(await startRemap(id, order)),
});

/** Undoes remaps, by meeting. */
export const undoAll = (requests: ReadonlyMap<string, string>): BulkAction => ({
  done: 'restored to the records before the remap',
  notDone: 'still remapped',
  doing: 'Undoing the remap of',
  work: async ({ id }) => {
    await applied(await undoRemap(requests.get(id)!));
    return undefined;
  },
});

/** Deletes meetings. One that is gone already counts as deleted. */
export const DELETE_ALL: BulkAction = {
  done: 'deleted',
  notDone: 'not deleted',
  doing: 'Deleting',
  work: async ({ id }) => {
    await unwrap(api.DELETE('/v1/meetings/{id}', { params: { path: { id: id as never } } })).catch(
      (error) => {
        if (!(error instanceof ParleyError) || error.status !== 404) throw error;
      },
    );
    return undefined;
  },
};
