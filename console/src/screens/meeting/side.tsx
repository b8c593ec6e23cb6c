import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { classes } from '../../parts/index.ts';
import { useScope } from './scope.ts';
import type { MeetingTab } from './search.ts';
import styles from './side.module.css';

const NAMES: Record<MeetingTab, string> = {
  transcript: 'Transcript',
  summary: 'Summary',
  signals: 'Signals',
  people: 'People',
  crm: 'CRM',
  versions: 'Versions',
};

interface Props {
  tabs: readonly MeetingTab[];
  open: MeetingTab;
  onOpen: (tab: MeetingTab) => void;
  /** Omits the panel's background, since the transcript has its own. */
  isBare?: boolean;
  className?: string;
  children: ReactNode;
}

/** The tabs beside the transcript. */
export function SideTabs({ tabs, open, onOpen, isBare, className, children }: Props) {
  const { evaluations } = useScope();
  const fired = evaluations?.evaluations.filter(({ state }) => state === 'fired').length;
  return (
    <Tabs
      value={open}
      onChange={(tab) => onOpen(tab as MeetingTab)}
      keepMounted={false}
      className={classes(styles.side, className)}
      classNames={{ list: styles.tabs, tab: styles.tab }}
    >
      <Tabs.List aria-label="About the meeting">
        {tabs.map((tab) => (
          <Tabs.Tab key={tab} value={tab}>
            {NAMES[tab]}
            {tab === 'signals' && fired !== undefined && fired > 0 && (
              <span className={styles.badge}>
                {fired}
                <span className="visually-hidden"> fired</span>
              </span>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel
        value={open}
        className={isBare ? undefined : styles.panel}
        data-own-scroll={!isBare || undefined}
      >
        {children}
      </Tabs.Panel>
    </Tabs>
  );
}
