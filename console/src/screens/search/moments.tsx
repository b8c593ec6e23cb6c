import { Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  classes,
  count,
  EmptyState,
  formatPosition,
  Highlighted,
  LoadingState,
  type Moment,
  momentLink,
  momentText,
  PageState,
  Panel,
  TimeText,
  usePatchSearch,
} from '../../parts/index.ts';
import { CursorPager } from './cursor-pager.tsx';
import { activeFilters, MomentFilters, NO_FILTERS } from './moment-filters.tsx';
import { type MomentPage, momentsQuery } from './queries.ts';
import { QueryFault } from './query-fault.tsx';
import styles from './search.module.css';
import type { SearchSearch } from './search.ts';
import { headOf, tailOf } from './surroundings.ts';

/** The moments that were found, with the words around them: each moment opens its meeting there. */
export function FoundMoments({ search }: { search: SearchSearch }) {
  const query = useQuery(momentsQuery(search));
  return (
    <>
      <MomentFilters search={search} />
      <QueryFault error={query.error} search={search}>
        <PageState query={query} what="the results" loading={<LoadingState lines={10} />}>
          {(page) => (
            <Panel flush>
              {(page.moments.length > 0 || page.next || page.unindexedMeetings) && (
                <Summary page={page} search={search} />
              )}
              {page.moments.length > 0 ? (
                <MomentList moments={page.moments} isStale={query.isPlaceholderData} />
              ) : (
                <NoMoments page={page} search={search} />
              )}
              <CursorPager after={search.after} next={page.next} label={labelOf(page)} />
            </Panel>
          )}
        </PageState>
      </QueryFault>
    </>
  );
}

const labelOf = ({ moments, next }: MomentPage): string =>
  next || moments.length > 0 ? `${count(moments.length, 'moment')} on this page` : '';

function Summary({ page, search }: { page: MomentPage; search: SearchSearch }) {
  const patch = usePatchSearch();
  const { meetingCount, meetingCountIsUpperBound, unindexedMeetings } = page;
  return (
    <div className={styles.summary}>
      <p role="status">
        {meetingCountIsUpperBound ? (
          <>
            In at most {count(meetingCount, 'meeting')}
            <span className="muted"> – too many to read them all for an exact number</span>
          </>
        ) : (
          <>In {count(meetingCount, 'meeting')}</>
        )}
        {unindexedMeetings !== undefined && (
          <span className={styles.unindexed}>
            {count(unindexedMeetings, 'meeting')} cannot be found yet: the words of{' '}
            {unindexedMeetings === 1 ? 'its transcript are' : 'their transcripts are'} still being indexed.
          </span>
        )}
      </p>
      <SegmentedControl
        size="xs"
        aria-label="Order"
        data={[
          { value: 'newest', label: 'Newest' },
          { value: 'relevance', label: 'Best match' },
        ]}
        value={search.order ?? 'newest'}
        onChange={(order) => patch({ order: order === 'newest' ? undefined : order, after: undefined })}
      />
    </div>
  );
}

/** Moments of one meeting that follow each other stand together. */
function byMeeting(moments: readonly Moment[]): Moment[][] {
  const groups: Moment[][] = [];
  for (const moment of moments) {
    const last = groups.at(-1);
    if (last?.at(0)?.meetingId === moment.meetingId) last?.push(moment);
    else groups.push([moment]);
  }
  return groups;
}

function MomentList({ moments, isStale }: { moments: readonly Moment[]; isStale: boolean }) {
  return (
    <ol
      className={classes(styles.meetings, isStale && styles.stale)}
      aria-label="Moments"
      aria-busy={isStale}
    >
      {byMeeting(moments).map((group) => {
        const { meetingId, entryIndex, title, startTime } = group[0]!;
        return (
          <li key={`${meetingId} ${entryIndex}`} className={styles.meeting}>
            <h2 className={styles.meetingTitle}>
              <Link to="/meetings/$id" params={{ id: meetingId }}>
                {title}
              </Link>
              <span className={styles.meetingDate}>
                <TimeText at={startTime} />
              </span>
            </h2>
            <ol>
              {group.map((moment) => (
                <MomentLine key={moment.entryIndex} moment={moment} />
              ))}
            </ol>
          </li>
        );
      })}
    </ol>
  );
}

function MomentLine({ moment }: { moment: Moment }) {
  const { timestampSeconds, speaker, before, after } = moment;
  return (
    <li className={styles.moment}>
      {before && <p className={styles.around}>{tailOf(before)}</p>}
      <span className={styles.place}>
        {timestampSeconds === undefined ? '–' : formatPosition(timestampSeconds)}
      </span>
      <div className={styles.words}>
        {speaker?.name && <p className={styles.speaker}>{speaker.name}</p>}
        <p className={styles.said} dir="auto">
          <Link {...momentLink(moment)} className={styles.open}>
            <Highlighted {...momentText(moment)} />
          </Link>
        </p>
      </div>
      {after && <p className={styles.around}>{headOf(after)}</p>}
    </li>
  );
}

function NoMoments({ page, search }: { page: MomentPage; search: SearchSearch }) {
  const patch = usePatchSearch();
  if (page.next) {
    return (
      <EmptyState
        small
        title="Nothing in these meetings"
        action={<Button onClick={() => patch({ after: page.next })}>Search in older meetings</Button>}
      >
        None of the meetings that were read for this page has the words in one entry. Older ones may.
      </EmptyState>
    );
  }
  if (activeFilters(search) > 0) {
    return (
      <EmptyState
        title="Nothing was said that matches these filters"
        action={
          <Button variant="default" onClick={() => patch(NO_FILTERS)}>
            Clear filters
          </Button>
        }
      >
        Remove a filter or choose a longer period.
      </EmptyState>
    );
  }
  const { q = '' } = search;
  const beginning = /[\p{L}\p{N}]$/u.test(q) ? `${q}*` : undefined;
  return (
    <EmptyState
      title={`Nobody said “${q}”`}
      action={
        beginning && (
          <Button variant="default" onClick={() => patch({ q: beginning, after: undefined })}>
            Search for words that begin so
          </Button>
        )
      }
    >
      All words must be in one entry of a transcript. Try fewer words, or look at the other tabs.
    </EmptyState>
  );
}
