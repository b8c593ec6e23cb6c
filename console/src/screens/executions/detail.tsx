import { useQuery } from '@tanstack/react-query';
import { Avatar, CrmChips, ErrorState, LoadingState, Quote } from '../../parts/index.ts';
import { judgedByWords } from '../signals/words.ts';
import styles from './executions.module.css';
import { type Execution, evidenceQuery } from './queries.ts';
import { SourceLink, showIn } from './source-link.tsx';

/** The length up to which the row itself shows the complete reason. */
const SHORT_REASON_LENGTH = 90;

/** All of an execution: its reason, the words that it rests on, the follow-ups, what was asked and of whom. */
export function ExecutionDetail({ execution }: { execution: Execution }) {
  const { reason, followUpPrompts = [] } = execution;
  return (
    <div className={styles.detail}>
      <div className={styles.main}>
        {reason.length > SHORT_REASON_LENGTH && (
          <section>
            <h2 className={styles.heading}>Why it fired</h2>
            <p className={styles.prose}>{reason}</p>
          </section>
        )}
        <EvidenceOf execution={execution} />
        {followUpPrompts.length > 0 && (
          <section>
            <h2 className={styles.heading}>Follow-up questions</h2>
            <dl className={styles.followUps}>
              {followUpPrompts.map(({ name, prompt, response }) => (
                <div key={name}>
                  <dt>
                    {name} <span className="muted">{prompt}</span>
                  </dt>
                  <dd className={styles.prose}>{response}</dd>
                </div>
              ))}
            </dl>
          </section>
        )}
      </div>
      <Facts execution={execution} />
    </div>
  );
}

function EvidenceOf({ execution }: { execution: Execution }) {
  const { signalId, executionId } = execution;
  const query = useQuery(evidenceQuery(signalId, executionId));
  const { data, error } = query;
  if (error) {
    return <ErrorState small error={error} what="the evidence" onRetry={() => void query.refetch()} />;
  }
  if (!data) return <LoadingState lines={2} />;
  return (
    <section>
      <h2 className={styles.heading}>Evidence</h2>
      {data.quotes.length === 0 && <p className="muted">No quotes.</p>}
      <div className={styles.quotes}>
        {data.quotes.map((quote, index) => (
          <Quote
            // biome-ignore lint/suspicious/noArrayIndexKey: quotes may be alike and never move
            key={index}
            text={quote.text}
            speaker={quote.speaker ?? (quote.entryIndex === undefined ? 'From the title' : undefined)}
            side={quote.side}
            seconds={quote.timestampSeconds}
            link={
              <>
                {hasWords(quote) && '· '}
                <SourceLink {...execution} entry={quote.entryIndex} seconds={quote.timestampSeconds}>
                  {showIn(execution)}
                </SourceLink>
              </>
            }
          />
        ))}
      </div>
    </section>
  );
}

const hasWords = ({ speaker, entryIndex }: { speaker?: string; entryIndex?: number }): boolean =>
  speaker !== undefined || entryIndex === undefined;

function Facts({ execution }: { execution: Execution }) {
  const { signalId, executionId, prompt, hostEmail, attendeeEmails, sourceType } = execution;
  const { data } = useQuery(evidenceQuery(signalId, executionId));
  const isEmail = sourceType === 'email';
  const others = attendeeEmails.filter((email) => email !== hostEmail);
  const hasCrm = execution.crmAccountId || execution.crmOpportunityId || execution.crmLeadId;
  return (
    <dl className={styles.facts}>
      <div>
        <dt>
          {data?.provider === 'phrases' ? 'Description' : 'Prompt'}
          {data ? ` (version ${data.version})` : ''}
        </dt>
        <dd className={styles.prompt}>{prompt}</dd>
      </div>
      {data && (
        <div>
          <dt>Evaluation</dt>
          <dd>{judgedByWords(data)}</dd>
        </div>
      )}
      <div>
        <dt>{isEmail ? 'From' : 'Host'}</dt>
        <dd className={styles.person}>
          <Avatar person={{ email: hostEmail }} size={20} /> {hostEmail}
        </dd>
      </div>
      {others.length > 0 && (
        <div>
          <dt>{isEmail ? 'To' : 'Attendees'}</dt>
          <dd>{others.join(', ')}</dd>
        </div>
      )}
      {hasCrm && (
        <div>
          <dt>CRM</dt>
          <dd>
            <CrmChips {...execution} />
          </dd>
        </div>
      )}
    </dl>
  );
}
