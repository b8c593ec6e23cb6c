import { Link } from '@tanstack/react-router';
import { allowed, GROUPS } from './navigation.ts';
import styles from './rail.module.css';
import { useSession } from './session.ts';

/** All places that the key's scopes open, by group. */
export function NavigationLinks({ onFollow }: { onFollow?: () => void }) {
  const { scopes } = useSession();
  return GROUPS.map(({ label, places }) => {
    const open = allowed(places, scopes);
    if (open.length === 0) return null;
    return (
      <div key={label ?? 'first'} className={styles.group}>
        {label && <div className={styles.groupLabel}>{label}</div>}
        <ul>
          {open.map(({ to, label: name, icon: PlaceIcon }) => (
            <li key={to}>
              <Link
                to={to}
                className={styles.place}
                activeOptions={{ exact: to === '/', includeSearch: false }}
                onClick={onFollow}
              >
                <PlaceIcon size={18} stroke={1.7} aria-hidden="true" />
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    );
  });
}
