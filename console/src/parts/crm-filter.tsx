import { CrmPicker } from './crm.tsx';
import styles from './crm-filter.module.css';

interface Props {
  value: { account?: string; opportunity?: string };
  /** The change for the URL. */
  onChange: (change: { account?: string; opportunity?: string }) => void;
}

/** Filters by CRM account or opportunity: the API takes one of the two, so that choosing one takes the other away. */
export function CrmFilter({ value, onChange }: Props) {
  return (
    <>
      <CrmPicker
        className={styles.filter}
        type="ACCOUNT"
        label="Account"
        value={value.account}
        onChange={(account) => onChange({ account, ...(account ? { opportunity: undefined } : {}) })}
      />
      <CrmPicker
        className={styles.filter}
        type="OPPORTUNITY"
        label="Opportunity"
        value={value.opportunity}
        onChange={(opportunity) => onChange({ opportunity, ...(opportunity ? { account: undefined } : {}) })}
      />
    </>
  );
}
