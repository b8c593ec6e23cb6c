import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, unwrap } from '../../api.ts';
import { IconMail as IconEmail } from '../../icons/tabler.ts';
import { excerptOf, highlightWords } from '../../parts/highlight.ts';
import { Highlighted } from '../../parts/highlighted.tsx';
import { newestFirst } from '../../parts/newest-first.ts';
import { nameOf } from '../../parts/person.tsx';
import { TimeText } from '../../parts/time-text.tsx';
import type { Email } from '../../shapes.ts';
import { useCan } from '../session.ts';
import { groupOf, type Hit, type HitGroup } from './hits.ts';
import styles from './search-field.module.css';
import { isWorthAsking, useSettled, WORDS_PAUSE_MS } from './use-settled.ts';

const MAX_EMAILS = 3;
const EXCERPT_CHARACTERS = 110;
const EVER = '0001-01-01T00:00:00Z';

/** E-mails by the words of subject and text, newest first. */
export function useEmailHits(typed: string): HitGroup {
  const { query, isBehind } = useSettled(typed, WORDS_PAUSE_MS);
  const isWanted = useCan('meetings:read') && isWorthAsking(query) && typed.trim() !== '';
  const found = useQuery({
    queryKey: ['emails', 'typed', query],
    queryFn: async ({ signal }) => {
      const { items } = await newestFirst(
        async (paging) => {
          const params = { query: { from: EVER, query, ...paging } };
          const page = await unwrap(api.GET('/v1/emails', { params, signal }));
          return { items: page.emails, pageCount: page.pageCount };
        },
        { page: 1, size: MAX_EMAILS },
      );
      return { items, query };
    },
    enabled: isWanted,
    placeholderData: keepPreviousData,
    // A query without a searchable word is told by the search in transcripts.
    retry: false,
  });
  const group = groupOf(
    { key: 'emails', label: 'E-mails' },
    found,
    { isWanted, isBehind, typed },
    ({ items, query: asked }) => items.map((email) => emailHit(email, asked)),
  );
  return { ...group, note: undefined };
}

function emailHit({ id, subject, text, from, sentAt }: Email, query: string): Hit {
  const shown = highlightWords(text, query);
  return {
    key: `email ${id}`,
    text: `${subject} ${text}`,
    link: { to: '/emails/$id', params: { id } },
    icon: <IconEmail size={17} aria-hidden="true" className={styles.kind} />,
    title: <Highlighted {...highlightWords(subject.trim() || '(No subject)', query)} />,
    under: (
      <>
        {nameOf(from)} · <TimeText at={sentAt} style="day" />
        {shown.highlights.length > 0 && (
          <>
            {' '}
            · <Highlighted {...excerptOf(shown, EXCERPT_CHARACTERS)} />
          </>
        )}
      </>
    ),
  };
}
