import { Button, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { LinkProps } from '@tanstack/react-router';
import { useState } from 'react';
import { IconArrowRight as IconAll } from '../icons/tabler.ts';
import styles from './quick-search.module.css';
import type { HitGroup } from './search/hits.ts';
import fieldStyles from './search/search-field.module.css';
import { SearchField } from './search/search-field.tsx';
import { useAccountHits } from './search/use-account-hits.tsx';
import { useCommandHits } from './search/use-command-hits.tsx';
import { useEmailHits } from './search/use-email-hits.tsx';
import { useMomentHits } from './search/use-moment-hits.tsx';
import { useSignalHits } from './search/use-signal-hits.tsx';
import { useTitleHits } from './search/use-title-hits.tsx';
import { useCan } from './session.ts';

const PHONE = '(max-width: 48em)';
const MAX_TITLES = 5;

interface Props {
  onClose: () => void;
  onHelp: () => void;
}

/** Search over any screen, by Ctrl K, `/` or from the navigation: everything that is stored, every page and action. */
export function QuickSearch({ onClose, onHelp }: Props) {
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const [typed, setTyped] = useState('');
  const mayRead = useCan('meetings:read');
  const groups = useGroups(typed, onHelp);
  return (
    <Modal
      opened
      onClose={onClose}
      // The first Escape empties the field.
      closeOnEscape={typed === ''}
      withCloseButton={false}
      centered={false}
      fullScreen={isPhone}
      transitionProps={{ duration: 0 }}
      yOffset="10vh"
      padding={10}
      size={640}
      title="Search"
      classNames={{ header: 'visually-hidden', content: styles.content, body: styles.body }}
    >
      <div className={styles.search}>
        <SearchField
          label="Search everything"
          placeholder="Search, or type a page or an action"
          typed={typed}
          onType={setTyped}
          groups={groups}
          none={nothingMatches(typed.trim())}
          onChosen={onClose}
          isPlain
          autoFocus
        />
        {isPhone && (
          <Button variant="subtle" color="gray" className={styles.cancel} onClick={onClose}>
            Cancel
          </Button>
        )}
      </div>
      <p className={mayRead ? styles.keys : styles.foot}>
        {mayRead ? (
          <>
            <kbd>↑</kbd> <kbd>↓</kbd> to choose <kbd>Enter</kbd> to open <kbd>Esc</kbd> to close
          </>
        ) : (
          'Your key does not have the scope meetings:read: conversations are not searched.'
        )}
      </p>
    </Modal>
  );
}

const nothingMatches = (query: string): string => `Nothing matches “${query}”.`;

/** Local results come first, then those of requests, the slowest last, so that results which were read do not move. */
function useGroups(typed: string, onHelp: () => void): HitGroup[] {
  const query = typed.trim();
  const maySearch = useCan(['meetings:read', 'signals:read']);
  const commands = useCommandHits(typed, { onHelp });
  const signals = useSignalHits(typed);
  const titles = useTitleHits(typed, { max: MAX_TITLES });
  const accounts = useAccountHits(typed);
  const emails = useEmailHits(typed);
  const moments = useMomentHits(typed);
  const found = [...commands, signals, ...titles, accounts, emails, moments];
  if (query === '') return found;
  const isEmpty = found.every(({ hits, note, isLoading }) => hits.length === 0 && !note && !isLoading);
  // Also where nothing was found, because the page has filters and says how to search.
  if (!maySearch) return found;
  const all: HitGroup = {
    key: 'all',
    hits: [
      {
        key: 'all',
        text: query,
        link: { to: '/search', search: { q: query } } as LinkProps,
        icon: <IconAll size={17} aria-hidden="true" className={fieldStyles.kind} />,
        title: isEmpty ? `Search for “${query}” with filters` : `All results for “${query}”`,
      },
    ],
  };
  return isEmpty ? [{ key: 'none', hits: [], note: nothingMatches(query) }, all] : [...found, all];
}
