import mark from './mark.svg';
import styles from './rail.module.css';

/** Parley's mark and name. */
export function Brand() {
  return (
    <span className={styles.brand}>
      <img src={mark} width={26} height={26} alt="" />
      <span>Parley</span>
    </span>
  );
}
