import { ActionIcon, TextInput, Tooltip } from '@mantine/core';
import { useEffect, useRef } from 'react';
import {
  IconChevronDown as IconDown,
  IconSearch,
  IconChevronUp as IconUp,
  IconX,
} from '../../icons/tabler.ts';
import { formatNumber } from '../../parts/index.ts';
import { SEARCH_FIELD } from '../../shell/shortcuts.ts';
import type { Find } from './find.ts';
import { MAX_MATCHES } from './marks.ts';
import styles from './transcript.module.css';

/** Find in the transcript: the browser's own would see only the lines that are drawn, so its key leads here. */
export function FindBar({ find: { words, setWords, matches, at, step } }: { find: Find }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isFind = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'f';
      // Pressed a second time it is the browser's.
      if (!isFind || document.activeElement === field.current) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  const isSearching = words.trim() !== '';
  const all = `${formatNumber(matches.length)}${matches.length === MAX_MATCHES ? '+' : ''}`;
  const found = matches.length === 0 ? 'No results' : `${formatNumber(at + 1)} of ${all}`;
  return (
    <search className={styles.find}>
      <TextInput
        ref={field}
        className={styles.findField}
        aria-label="Find in the transcript"
        placeholder="Find in the transcript"
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        value={words}
        maxLength={200}
        {...{ [SEARCH_FIELD]: true }}
        onChange={(event) => setWords(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            step(event.shiftKey ? -1 : 1);
          } else if (event.key === 'Escape') {
            setWords('');
            field.current?.blur();
          }
        }}
      />
      <span className={styles.found} role="status">
        {isSearching && found}
      </span>
      {isSearching && (
        <span className={styles.steps}>
          <Step label="Previous result" onClick={() => step(-1)} disabled={matches.length === 0}>
            <IconUp size={17} />
          </Step>
          <Step label="Next result" onClick={() => step(1)} disabled={matches.length === 0}>
            <IconDown size={17} />
          </Step>
          <Step label="Clear search" onClick={() => setWords('')}>
            <IconX size={16} />
          </Step>
        </span>
      )}
    </search>
  );
}

interface StepProps {
  label: string;
  onClick: () => void;
  disabled?: boolean;
  children: React.ReactNode;
}

/** A small round button with a name. */
export function Step({ label, onClick, disabled, children }: StepProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon size="md" aria-label={label} onClick={onClick} disabled={disabled}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
