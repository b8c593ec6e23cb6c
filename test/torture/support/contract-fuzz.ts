import fc from 'fast-check';
import type { Journal } from '../../support/journal.ts';
import { type AnswerFault, answerFaults } from './answer-faults.ts';
import { anyRequest } from './arbitrary-requests.ts';
import type { FuzzingTenant } from './fuzzing-tenant.ts';
import { type Sender, showRequest, type WireRequest } from './http-exchange.ts';
import type { Plan } from './request-draft.ts';

export type FuzzEntry = {
  tenant: number;
  operation: string;
  twist: string | undefined;
  isWrong: boolean;
  /** The status; 0 if there was no response. */
  status: number;
  ms: number;
  fault: ContractFault['kind'] | undefined;
};

export type ContractFault = {
  kind: AnswerFault['kind'] | 'no answer' | 'taken though wrong';
  message: string;
};

/** A fault with the smallest request that was found to cause it. */
export type Finding = ContractFault & { smallest: string; seed: number };

/** The number of findings at which a run ends. */
const MAX_FINDINGS = 10;

/** The number of attempts to find a smaller request with the same fault. */
const MAX_SHRINKS = 300;

class Broken extends Error {
  readonly fault: ContractFault;
  readonly request: WireRequest;

  constructor(fault: ContractFault, request: WireRequest) {
    super(fault.message);
    this.fault = fault;
    this.request = request;
  }
}

/**
 * Sends requests of a tenant one after the other, each generated from the document and from ids in earlier responses.
 * @param seed the same seed gives the same requests, except for the ids from responses
 */
export async function fuzzContract(options: {
  tenant: FuzzingTenant;
  sender: Sender;
  journal: Journal<FuzzEntry>;
  number: number;
  requests: number;
  seed: number;
  /** The findings so far, including those of other tenants; new ones are added. */
  findings: Finding[];
}): Promise<void> {
  const { tenant, sender, journal, number, requests, findings } = options;
  let sent = 0;

  async function tell(plan: Plan): Promise<void> {
    const { draft, twist } = plan;
    const request = tenant.write(plan);
    sent++;
    const isWrong = twist?.isWrong ?? false;
    const entry = { tenant: number, operation: draft.operation.id, twist: twist?.name, isWrong };
    try {
      const answer = await sender.send(request);
      const [fault] = faultsOf(request, answer, isWrong, plan);
      journal.write({ ...entry, status: answer.status, ms: Math.round(answer.ms), fault: fault?.kind });
      tenant.learn(draft.operation, request, answer);
      if (fault) throw new Broken(fault, request);
    } catch (error) {
      if (error instanceof Broken) throw error;
      journal.write({ ...entry, status: 0, ms: 0, fault: 'no answer' });
      throw new Broken({ kind: 'no answer', message: `${draft.operation.id}: ${error}` }, request);
    }
  }

  for (let seed = options.seed; sent < requests && findings.length < MAX_FINDINGS; seed++) {
    let smallest: Broken | undefined;
    const isKnown = ({ kind, message }: ContractFault) =>
      findings.some((one) => one.kind === kind && causeOf(one.message) === causeOf(message));
    const property = fc.asyncProperty(fc.limitShrink(anyRequest, MAX_SHRINKS), async (plan) => {
      try {
        await tell(plan);
      } catch (error) {
        const isSame = !smallest || causeOf(smallest.message) === causeOf((error as Broken).message);
        if (!(error instanceof Broken) || isKnown(error.fault) || !isSame) return;
        smallest = error;
        throw error;
      }
    });
    const { failed, errorInstance } = await fc.check(property, { seed, numRuns: requests - sent });
    if (failed && !smallest) throw errorInstance;
    if (smallest) findings.push({ ...smallest.fault, smallest: showRequest(smallest.request), seed });
  }
}

function faultsOf(
  request: WireRequest,
  answer: Parameters<typeof answerFaults>[1],
  isWrong: boolean,
  { draft, twist }: Plan,
): ContractFault[] {
  const faults: ContractFault[] = answerFaults(request, answer);
  if (faults.length === 0 && isWrong && answer.status < 400) {
    const message = `${draft.operation.id} answered ${answer.status}: ${twist!.name}`;
    faults.push({ kind: 'taken though wrong', message });
  }
  return faults;
}

/** Removes the values that were sent from a message, because messages of one cause differ in them. */
function causeOf(message: string): string {
  return message.replaceAll(/"(?:[^"\\]|\\.)*"|\d+/g, '…').slice(0, 120);
}
