import { useRef, useState } from 'react';
import type { RowSelection } from '../../../parts/index.ts';
import { toast } from '../../../parts/index.ts';
import type { Meeting } from '../../../shapes.ts';

/** The most meetings that can be selected at the same time. */
const MAX_SELECTED = 500;

/** The selected meetings, also those of other pages of the list. */
export interface Selection {
  meetings: readonly Meeting[];
  /** The checkboxes of a page. */
  rowsOf: (page: readonly Meeting[]) => RowSelection<Meeting>;
  deselect: (ids: readonly string[]) => void;
  clear: () => void;
}

/**
 * Keeps the meetings that are selected while one goes from page to page.
 * @param list identifies the list: with other filters nothing is selected
 */
export function useSelection(list: string): Selection {
  const [kept, setKept] = useState<{ list: string; selected: ReadonlyMap<string, Meeting> }>({
    list,
    selected: new Map(),
  });
  const last = useRef<string | undefined>(undefined);
  const selected: ReadonlyMap<string, Meeting> = kept.list === list ? kept.selected : new Map();
  const set = (next: ReadonlyMap<string, Meeting>) => {
    if (next.size > MAX_SELECTED && next.size > selected.size) {
      toast.bad(`At most ${MAX_SELECTED} meetings can be selected at the same time.`);
      return;
    }
    setKept({ list, selected: next });
  };
  const change = (meetings: readonly Meeting[], isOn: boolean) => {
    const next = new Map(selected);
    for (const meeting of meetings) {
      if (isOn) next.set(meeting.id, meeting);
      else next.delete(meeting.id);
    }
    set(next);
  };
  return {
    meetings: [...selected.values()],
    rowsOf: (page) => ({
      labelOf: ({ title }) => `Select ${title}`,
      isSelected: ({ id }) => selected.has(id),
      onToggle: (meeting, isRange) => {
        const [from, to] = [page.findIndex(({ id }) => id === last.current), page.indexOf(meeting)];
        const range =
          isRange && from >= 0 ? page.slice(Math.min(from, to), Math.max(from, to) + 1) : [meeting];
        last.current = meeting.id;
        change(range, !selected.has(meeting.id));
      },
      onTogglePage: () => change(page, !page.every(({ id }) => selected.has(id))),
    }),
    deselect: (ids) => set(new Map([...selected].filter(([id]) => !ids.includes(id)))),
    clear: () => set(new Map()),
  };
}
