import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, ParleyError, unwrap } from '../../api.ts';
import { IconQuote as IconMoment } from '../../icons/tabler.ts';
import { formatPosition } from '../../parts/format.ts';
import { excerptOf } from '../../parts/highlight.ts';
import { Highlighted } from '../../parts/highlighted.tsx';
import { type Moment, momentLink, momentText } from '../../parts/moment.ts';
import { TimeText } from '../../parts/time-text.tsx';
import { useCan } from '../session.ts';
import { groupOf, type Hit, type HitGroup } from './hits.ts';
import styles from './search-field.module.css';
import { isWorthAsking, useSettled, WORDS_PAUSE_MS } from './use-settled.ts';

const MAX_MOMENTS = 5;
const EXCERPT_CHARACTERS = 110;

/** Moments at which something was said. */
export function useMomentHits(typed: string): HitGroup {
  const { query, isBehind } = useSettled(typed, WORDS_PAUSE_MS);
  const isWanted = useCan('meetings:read') && isWorthAsking(query) && typed.trim() !== '';
  const found = useQuery({
    queryKey: ['moments', 'typed', query],
    queryFn: ({ signal }) => momentsOf(query, signal),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  });
  const state = { isWanted, isBehind, typed };
  return groupOf({ key: 'moments', label: 'In transcripts' }, found, state, (moments) =>
    moments.map(momentHit),
  );
}

/** The moments of what is typed; without any, those with words that begin like the last one, which may not be complete. */
async function momentsOf(query: string, signal: AbortSignal): Promise<Moment[]> {
  const ask = async (one: string) => {
    const params = { query: { query: one, pageSize: MAX_MOMENTS } };
    return (await unwrap(api.GET('/v1/moments', { params, signal }))).moments;
  };
  const isUnfinished = /[\p{L}\p{N}]{2}$/u.test(query);
  try {
    const moments = await ask(query);
    if (moments.length > 0 || !isUnfinished) return moments;
  } catch (error) {
    // The beginning of a word may be a very common word by itself.
    const isRefused = error instanceof ParleyError && error.status === 400;
    if (!isRefused || !isUnfinished) throw error;
  }
  return ask(`${query}*`);
}

function momentHit(moment: Moment): Hit {
  const { meetingId, entryIndex, timestampSeconds, speaker, title, startTime } = moment;
  return {
    key: `moment ${meetingId} ${entryIndex}`,
    text: moment.text,
    link: momentLink(moment),
    icon: <IconMoment size={17} aria-hidden="true" className={styles.kind} />,
    title: (
      <span className={styles.said}>
        <Highlighted {...excerptOf(momentText(moment), EXCERPT_CHARACTERS)} />
      </span>
    ),
    under: (
      <>
        {speaker?.name && <>{speaker.name} · </>}
        {timestampSeconds !== undefined && <>{formatPosition(timestampSeconds)} · </>}
        {title} · <TimeText at={startTime} style="day" />
      </>
    ),
  };
}
