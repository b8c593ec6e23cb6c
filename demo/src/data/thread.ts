import type { Course } from '../accounts.ts';
import type { Kind } from '../story.ts';

/** The sender: the vendor, or a contact of the customer by the letter of their part. */
export type Writer = 'us' | 'C' | 'T' | 'F' | 'X';

/**
 * E-mails that follow a call. The first is sent on the day of the call if the vendor writes it, otherwise some workdays
 * later; each reply follows a workday after. `$name` is a fact of the call, `$me` the writer, `$you` the first
 * recipient.
 */
export type Thread = {
  after: Kind;
  /** The courses of accounts that it fits; all if omitted. */
  courses?: readonly Course[];
  /** If true, it follows only the account's last call of this kind. */
  isLast?: boolean;
  subject: string;
  /** The contact to whom the vendor writes, and who answers. */
  contact: Exclude<Writer, 'us'>;
  /** A second contact in copy. */
  copy?: Exclude<Writer, 'us'>;
  messages: readonly { from: 'us' | 'them'; text: string }[];
};
