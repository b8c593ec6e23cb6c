import { type ReactNode, useEffect } from 'react';
import styles from './page-header.module.css';

interface Props {
  title: string;
  /** A summary under the title, on one line. */
  subtitle?: ReactNode;
  /** Buttons at the end of the line. */
  actions?: ReactNode;
  /** Above the title, as the way back: `<Link to="/signals">Signals</Link>`. */
  above?: ReactNode;
}

/** The head of a screen: its h1, and the title of the browser's tab. Each screen has exactly one. */
export function PageHeader({ title, subtitle, actions, above }: Props) {
  useEffect(() => {
    document.title = `${title} · Parley`;
  }, [title]);
  return (
    <header className={styles.header}>
      <div className={styles.words}>
        {above && <div className={styles.above}>{above}</div>}
        <h1 className={styles.title}>{title}</h1>
        {subtitle && <div className={styles.subtitle}>{subtitle}</div>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
