import type { Operation } from './api-document.ts';
import type { Value } from './schema-values.ts';

/** Who asks: a key of the tenant that holds every scope, one that holds one alone, one that was made meanwhile, … */
export type Who = {
  kind: 'owner' | 'scoped' | 'operator' | 'session' | 'made' | 'revoked' | 'garbage' | 'nobody';
  index: number;
};

/** A request with its values in place, before it is written out. */
export type Draft = {
  operation: Operation;
  method: string;
  who: Who;
  params: Record<string, Value>;
  query: [name: string, value: Value][];
  headers: Record<string, string>;
  /** `value` is JSON unless it is bytes or `raw` text. */
  content: { type: string; value: Value; raw?: string | Buffer } | undefined;
  /** In place of the path, and of the whole query. */
  rawPath?: string;
  rawQuery?: string;
};

/** What is changed in a request that fits; `isWrong`: no service may answer it 2xx. */
export type Twist = { name: string; isWrong: boolean; apply(draft: Draft): void };

export type Plan = { draft: Draft; twist: Twist | undefined };
