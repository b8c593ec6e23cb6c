import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePatchSearch } from '../../parts/index.ts';
import type { SignalSearch } from './search.ts';
import styles from './signal.module.css';

/** A tab: undefined is the editor, which has the bare address. */
export type TabName = SignalSearch['tab'];

interface Props {
  tabs: readonly { name: TabName; label: string }[];
  shown: TabName;
  children: ReactNode;
}

const EDITOR = 'edit';

/** The parts of a signal; which one is shown is in the URL. */
export function SignalTabs({ tabs, shown, children }: Props) {
  const patch = usePatchSearch();
  const choose = (value: string | null) => {
    patch({ tab: value === EDITOR ? undefined : value, old: undefined, new: undefined, label: undefined });
  };
  return (
    <Tabs value={shown ?? EDITOR} onChange={choose} keepMounted={false}>
      <Tabs.List className={styles.tabs}>
        {tabs.map(({ name, label }) => (
          <Tabs.Tab key={label} value={name ?? EDITOR}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={shown ?? EDITOR} className={styles.tab}>
        {children}
      </Tabs.Panel>
    </Tabs>
  );
}
