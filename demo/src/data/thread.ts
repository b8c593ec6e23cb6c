import type { Course } from '../accounts.ts';
import type { Kind } from '../story.ts';

/** The sender: the vendor, or a contact of the customer by the letter of their part. */
export type Writer = 'us' | 'C' | 'T' | 'F' | 'X';

/**
 * E-mails that follow a call. The first is sent on the day of the call where the vendor writes it, else some
 * workdays later; each reply comes a workday after that. `$name` is a fact of the call, `$me` the writer, `$you` the first recipient.
 */
export type Thread = {
  after: Kind;
  /** Courses of accounts that it fits; all where it is left out. */
  courses?: readonly Course[];
  /** Only after the account's last call of this kind. */
  isLast?: boolean;
  subject: string;
  /** The contact whom the vendor writes to, and who answers. */
  contact: Exclude<Writer, 'us'>;
  /** A second contact in copy. */
  copy?: Exclude<Writer, 'us'>;
  messages: readonly { from: 'us' | 'them'; text: string }[];
};
