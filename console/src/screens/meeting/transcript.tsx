import { Button } from '@mantine/core';
import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import { createPortal } from 'react-dom';
import { IconArrowBackUp as IconEar, IconFileText as IconTranscript } from '../../icons/tabler.ts';
import { EmptyState, Panel, toast } from '../../parts/index.ts';
import { EntryRow } from './entry-row.tsx';
import { useFind } from './find.ts';
import { FindBar } from './find-bar.tsx';
import { showRow, useFollow } from './follow.ts';
import { evidenceMarks, type Mark } from './marks.ts';
import { usePlayback } from './playback.ts';
import { type Rows, useRows } from './rows.ts';
import { useScope } from './scope.ts';
import type { Evaluation } from './shapes.ts';
import { clockOf, speakerName } from './talk.ts';
import { TitleStrip, useScrolledAway } from './title-strip.tsx';
import styles from './transcript.module.css';

/** The entry to bring into view; another `asked` asks for the same one again. */
export interface Target {
  entry: number;
  asked: number;
  /** The player goes there too; if it does not, it is followed no longer. */
  isHeard: boolean;
}

/** The reader's last position. */
export interface Place {
  entry?: number;
  /** The `asked` of the target that was gone to. */
  asked: number;
}

interface Props {
  target: Target | undefined;
  /** The entry that the URL names. */
  marked: number | undefined;
  /** Between the find bar and the lines. */
  above: ReactNode;
  /** The reader's position and the last request, kept while another tab is open. */
  place: RefObject<Place>;
  /** The element in which the button back to the playback position appears. */
  dock: HTMLElement | null;
}

const NO_EVALUATIONS: readonly Evaluation[] = [];

/** The transcript by speaker. Only the lines around the window are drawn, however many there are. */
export function Transcript(props: Props) {
  const { entries } = useScope();
  if (entries.length === 0) {
    return (
      <Panel>
        <EmptyState title="No transcript" icon={<IconTranscript size={22} stroke={1.6} />}>
          This meeting came in without a transcript. Send it again with one to have it summarized and
          evaluated by signals.
        </EmptyState>
      </Panel>
    );
  }
  return <Lines {...props} />;
}

function Lines({ target, marked, above, place, dock }: Props) {
  const { entries, talk, playback, isPlayable, evaluations, chosen, hear } = useScope();
  const list = useRef<HTMLOListElement>(null);
  const { rows, setList, isTurn } = useRows(entries, list);
  const clock = useMemo(() => clockOf(entries), [entries]);
  const heard = usePlayback(playback, (state) =>
    state.hasStarted && isPlayable ? clock(state.timeSeconds) : undefined,
  );
  const { isAway: isPlaceAway, goBack, leave } = useFollow(playback, heard, list, rows);
  const show = useCallback(
    (entry: number, isHeard = false) => {
      if (!isHeard) leave();
      showRow(list.current, rows, entry);
    },
    [rows, leave],
  );
  const find = useFind(entries, () => rows.range?.startIndex ?? 0, show);
  const evidence = useMemo(
    () => evidenceMarks(evaluations?.evaluations ?? NO_EVALUATIONS, chosen?.signalId, entries),
    [evaluations, chosen, entries],
  );
  const marks = useMemo(() => together(evidence, find.marks), [evidence, find.marks]);
  useTarget(target, rows, show, place);
  const { mark, isAway } = useScrolledAway();
  return (
    <Panel flush className={styles.panel}>
      <div ref={mark} className={styles.top} />
      <div className={styles.bar}>
        <FindBar find={find} />
        {above}
        {isAway && <TitleStrip />}
      </div>
      <ol ref={setList} className={styles.list} aria-label="Transcript">
        {rows.getVirtualItems().map(({ index, key }) => (
          <EntryRow
            key={key}
            ref={rows.measureElement}
            entry={entries[index]!}
            index={index}
            count={entries.length}
            speaker={talk.byName.get(speakerName(entries[index]!))}
            isTurn={isTurn[index]!}
            isHeard={index === heard}
            isTarget={index === marked}
            isPlayable={isPlayable}
            marks={marks.get(index)}
            onHear={hear}
            onLink={copyLink}
          />
        ))}
      </ol>
      {isPlaceAway &&
        dock &&
        createPortal(
          <Button
            size="compact-sm"
            radius="xl"
            className={styles.back}
            leftSection={<IconEar size={15} />}
            onClick={goBack}
          >
            Back to playback position
          </Button>,
          dock,
        )}
    </Panel>
  );
}

/** Goes to the line that is asked for; without one, to where the reader was before they opened another tab. */
function useTarget(
  target: Target | undefined,
  rows: Rows,
  show: (entry: number, isHeard?: boolean) => void,
  place: RefObject<Place>,
): void {
  const isFirst = useRef(true);
  useEffect(() => {
    const isNew = isFirst.current;
    isFirst.current = false;
    const isAsked = target !== undefined && target.asked > place.current.asked;
    const entry = isAsked ? target.entry : isNew ? place.current.entry : undefined;
    if (entry === undefined) return;
    // This runs after the router has restored the page's scroll position.
    const frame = requestAnimationFrame(() => {
      if (isNew) rows.scrollToIndex(entry, { align: 'center' });
      else show(entry, target?.isHeard);
      if (isAsked) place.current.asked = target.asked;
    });
    return () => cancelAnimationFrame(frame);
  }, [target, rows, show, place]);
  useEffect(
    () => () => {
      const { range } = rows;
      if (range) place.current.entry = Math.round((range.startIndex + range.endIndex) / 2);
    },
    [rows, place],
  );
}

function together(...maps: ReadonlyMap<number, Mark[]>[]): Map<number, Mark[]> {
  const all = new Map<number, Mark[]>();
  for (const map of maps) {
    for (const [entry, marks] of map) all.set(entry, [...(all.get(entry) ?? []), ...marks]);
  }
  return all;
}

function copyLink(entry: number): void {
  const url = new URL(window.location.href);
  url.searchParams.delete('t');
  url.searchParams.delete('tab');
  url.searchParams.set('entry', String(entry));
  navigator.clipboard.writeText(url.href).then(
    () => toast.good('Link to this line copied.'),
    () => toast.bad('Your browser did not allow the link to be copied.'),
  );
}
