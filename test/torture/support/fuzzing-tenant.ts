import assert from 'node:assert/strict';
import { SCOPES } from '../../../src/domain/keys/scopes.ts';
import { until } from '../../support/until.ts';
import { type Operation, operationCalled, operations } from './api-document.ts';
import type { Sender, WireAnswer, WireRequest } from './http-exchange.ts';
import { plainRequest } from './plain-request.ts';
import type { Draft, Plan, Who } from './request-draft.ts';
import { kindInPath, Seen, SeenValues } from './seen-values.ts';

/** The state that all tenants of a service share. */
export type Ground = {
  apiUrl: string;
  /** A key of the first organization with every scope. */
  operatorKey: string;
  /** The ids of keys that are in use here, which no request revokes. */
  keptKeys: Set<string>;
};

/** The kinds of values that operations need, which few values of the type are. */
const FIT: Record<string, string> = {
  replayWebhook: 'cursor',
  unlabelEvaluation: 'labelled evaluation',
  listBacktestResultsToLabel: 'backtest of a signal',
};

/** An id that no resource has. */
const NOBODYS = 8_999_999_999_999_999;

const MAX_SESSIONS = 10;

/** The number of newest values to choose from, where older ones are mostly of no use any more. */
const NEWEST = 4;

/** An organization with a resource of every kind, and the ids that its requests have seen. */
export class FuzzingTenant {
  readonly seen = new SeenValues();
  readonly #ground: Ground;
  readonly #sender: Sender;
  readonly #sessions: string[] = [];
  #organizationId = 0;
  #owner = '';
  readonly #scoped: string[] = [];
  #revoked = '';

  private constructor(ground: Ground, sender: Sender) {
    this.#ground = ground;
    this.#sender = sender;
  }

  /** Creates an organization and, by its own requests, a resource of every kind. */
  static async make(ground: Ground, sender: Sender): Promise<FuzzingTenant> {
    const tenant = new FuzzingTenant(ground, sender);
    await tenant.#furnish();
    return tenant;
  }

  get organizationId(): number {
    return this.#organizationId;
  }

  /** Returns the plan as a request of this tenant, with ids that it has seen. */
  write({ draft, twist }: Plan): WireRequest {
    const own = this.#resolve(draft) as Draft;
    if (own.operation.path.startsWith('/downloads/')) this.#useDownload(own);
    this.#useFit(own);
    twist?.apply(own);
    this.#keepKeys(own);
    return writeOut(own, this.#credentials(own.who));
  }

  /** Stores the ids in a response for later requests. */
  learn(operation: Operation, request: WireRequest, { status, headers, bytes }: WireAnswer): void {
    const cookie = headers['set-cookie']?.[0]?.split(';')[0];
    if (cookie?.endsWith('=') === false) this.#sessions.push(cookie);
    if (this.#sessions.length > MAX_SESSIONS) this.#sessions.shift();
    const isJson = headers['content-type']?.startsWith('application/json') && bytes.length > 0;
    if (status >= 300 || !isJson) return;
    const params = paramsOf(operation, request.target);
    this.seen.harvest(operation, params, JSON.parse(bytes.toString()));
    if (operation.id === 'labelEvaluation') this.seen.add('labelled evaluation', params.id!);
  }

  /**
   * Requests an operation with its example, except for the changes by `change`.
   * @throws if the status is not 2xx
   */
  async ask(id: string, change: (draft: Draft) => void = () => {}) {
    const operation = operationCalled(id);
    const draft = plainRequest(operation);
    change(draft);
    const request = this.write({ draft, twist: undefined });
    const answer = await this.#sender.send(request);
    assert.ok(answer.status < 300, `${id} answered ${answer.status}: ${answer.bytes}`);
    this.learn(operation, request, answer);
    return answer.bytes.length === 0 ? undefined : JSON.parse(answer.bytes.toString());
  }

  async #furnish(): Promise<void> {
    const { keptKeys } = this.#ground;
    const made = await this.ask('createOrganization');
    this.#owner = made.key;
    this.#organizationId = made.id;
    const { keys } = await this.ask('listKeys');
    for (const { id } of keys) keptKeys.add(`${id}`);
    const makeKey = (scopes: readonly string[]) => this.ask('createKey', body({ name: 'one', scopes }));
    for (const scope of SCOPES.filter((one) => one !== 'operator')) {
      const { id, key } = await makeKey([scope]);
      keptKeys.add(`${id}`);
      this.#scoped.push(key);
    }
    const revoked = await makeKey(['admin']);
    await this.ask('revokeKey', params({ id: revoked.id }));
    this.#revoked = revoked.key;
    await this.ask('createSession', body({ key: this.#owner }));
    await this.#converse();
    // Lists return all existing resources.
    for (const { method, path, id, scopes } of operations) {
      if (method === 'GET' && scopes.length > 0 && !path.includes('{')) await this.ask(id, always);
    }
  }

  /** Creates conversations in which a signal fires, with a recording, a remap, a backtest, and a dead job. */
  async #converse(): Promise<void> {
    for (const id of ['putUsers', 'putCrmRecords']) await this.ask(id);
    const contexts =
      operationCalled('createSignal').contents['application/json']!.schema.properties!.contextSource!;
    let signalId: number | undefined;
    for (const contextSource of contexts.enum!) {
      const signal = { contextSource, signalName: `In ${contextSource}`, phrases: ['numbers', 'contract'] };
      ({ id: signalId } = await this.ask('createSignal', body(signal)));
    }
    const { meetingId } = await this.ask('ingestMeeting');
    await this.ask('ingestEmail');
    for (const id of ['uploadRecording', 'remapMeeting']) await this.ask(id, params({ id: meetingId }));
    await this.ask('getMeeting', (draft) => {
      draft.params.id = meetingId;
      draft.query = [['includeDownloadUrl', true]];
    });
    for (const draft of [{}, { signalId }]) await this.ask('backtestSignal', body(draft));
    await this.#export();
    const lost = { id: 'lost', recordingUrl: 'http://recordings.invalid/call.mp4' };
    await this.ask('ingestMeeting', body({ meeting: { ...example('ingestMeeting').meeting, ...lost } }));
    await until(async () => {
      const { signals } = await this.ask('listExecutions', always);
      const { jobs } = await this.ask('listJobs');
      return signals.length > 0 && jobs.length > 0 ? true : undefined;
    });
  }

  #credentials({ kind, index }: Who): Record<string, string> {
    if (kind === 'nobody') return {};
    if (kind === 'session') {
      const cookie = this.#sessions.at(-1 - (index % this.#sessions.length || 0));
      return cookie === undefined ? {} : { Cookie: cookie, Origin: this.#ground.apiUrl };
    }
    const made = this.seen.pick(new Seen('secret', index))?.value ?? '';
    const scoped = this.#scoped[index % this.#scoped.length]!;
    const keys = {
      owner: this.#owner,
      operator: this.#ground.operatorKey,
      made,
      scoped,
      revoked: this.#revoked,
    };
    return { 'X-API-Key': kind === 'garbage' ? `${this.#owner}x` : keys[kind] };
  }

  /** Returns a copy in which every {@link Seen} is replaced by its value. */
  #resolve(value: unknown, within: Record<string, string> = {}): unknown {
    if (value instanceof Seen) {
      const found = within[value.kind] ?? this.seen.pick(value)?.value ?? NOBODYS;
      return value.isNumber ? Number(found) : `${found}`;
    }
    if (Array.isArray(value)) return value.map((item) => this.#resolve(item, within));
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value;
    const { operation, ...rest } = value as Partial<Draft>;
    if (!operation) {
      return Object.fromEntries(
        Object.entries(value).map(([name, child]) => [name, this.#resolve(child, within)]),
      );
    }
    // The resource of the last parameter was seen below the others, so the others are taken from it.
    const last = Object.values(rest.params!).findLast((one) => one instanceof Seen);
    return { operation, ...(this.#resolve(rest, (last && this.seen.pick(last)?.within) ?? {}) as object) };
  }

  /** Exports everything, for the URLs of its files. */
  async #export(): Promise<void> {
    const { id } = await this.ask('requestExport');
    await until(async () => {
      const { state } = await this.ask('getExport', params({ id }));
      return state === 'done' ? true : undefined;
    });
  }

  #newest(kind: string, { who }: Draft): string | undefined {
    return this.seen.pick(new Seen(kind, who.index % NEWEST))?.value;
  }

  /** Puts in what few random values would be: a cursor, an evaluation that is labelled, a backtest of a signal. */
  #useFit(draft: Draft): void {
    const { operation, content } = draft;
    const kind = FIT[operation.id];
    const value = kind === undefined ? undefined : this.#newest(kind, draft);
    if (value === undefined) return;
    if (operation.id === 'replayWebhook') {
      if (typeof content?.value === 'object') content.value = { ...content.value, after: value };
    } else draft.params.id = value;
  }

  #useDownload(draft: Draft): void {
    const isOfExport = draft.operation.path.includes('/export/');
    const url = this.#newest(isOfExport ? 'export file' : 'download', draft);
    if (url === undefined) return;
    const { pathname, searchParams } = new URL(url);
    draft.params = paramsOf(draft.operation, pathname);
    draft.query = [...searchParams];
  }

  #keepKeys(draft: Draft): void {
    for (const [name, value] of Object.entries(draft.params)) {
      if (draft.method !== 'DELETE' || kindInPath(draft.operation, name) !== 'key') continue;
      if (this.#ground.keptKeys.has(`${Number(value)}`)) draft.params[name] = `${NOBODYS}`;
    }
  }
}

const example = (id: string) =>
  operationCalled(id).contents['application/json']!.example as Record<string, object>;

/** Returns a change that sets fields of the example's body. */
const body = (fields: object) => (draft: Draft) => {
  draft.content!.value = { ...(draft.content!.value as object), ...fields };
};

const params = (values: Draft['params']) => (draft: Draft) => {
  draft.params = values;
};

/** Widens the window of a list to all times. */
const always = (draft: Draft) => {
  if (!draft.operation.id.startsWith('list')) return;
  draft.query = draft.query
    .filter(([name]) => name !== 'to')
    .map(([name, value]) => [name, /from$/i.test(name) ? '2000-01-01T00:00:00Z' : value]);
};

/** Returns the decoded values of the path's parameters. */
function paramsOf({ path }: Operation, target: string): Record<string, string> {
  const segments = target.split('?')[0]!.split('/');
  const pairs = path
    .split('/')
    .flatMap((segment, index) =>
      segment.startsWith('{') && segments[index] !== undefined
        ? [[segment.slice(1, -1), decodeURIComponent(segments[index])]]
        : [],
    );
  return Object.fromEntries(pairs);
}

/** Returns the draft as it is transferred. */
export function writeOut(draft: Draft, credentials: Record<string, string>): WireRequest {
  const { operation, params, query, content, rawPath, rawQuery } = draft;
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(`${params[name]}`),
  );
  const pairs = query.map(
    ([name, value]) =>
      `${encodeURIComponent(name)}=${[value]
        .flat()
        .map((one) => encodeURIComponent(`${one}`))
        .join(',')}`,
  );
  const search = rawQuery ?? pairs.join('&');
  const raw = content && (content.raw ?? JSON.stringify(content.value));
  return {
    method: draft.method,
    address: operation.address,
    target: (rawPath?.replace('{path}', path) ?? path) + (search === '' ? '' : `?${search}`),
    headers: {
      ...credentials,
      ...(content
        ? { 'Content-Type': content.type, 'Content-Length': `${Buffer.byteLength(raw ?? '')}` }
        : {}),
      ...draft.headers,
    },
    ...(raw === undefined ? {} : { body: raw }),
  };
}
