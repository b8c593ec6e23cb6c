import { SegmentedControl, useMantineColorScheme } from '@mantine/core';
import styles from './scheme-switch.module.css';

const CHOICES = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** Light, dark, or as the system has it. Kept in this browser. */
export function SchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div className={styles.switch}>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label="Appearance"
        data={CHOICES}
        value={colorScheme}
        onChange={(value) => setColorScheme(value as 'auto' | 'light' | 'dark')}
      />
    </div>
  );
}
