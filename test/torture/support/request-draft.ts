import type { Operation } from './api-document.ts';
import type { Value } from './schema-values.ts';

/** The caller: a key of the tenant with every scope, one with a single scope, one that was created meanwhile, … */
export type Who = {
  kind: 'owner' | 'scoped' | 'operator' | 'session' | 'made' | 'revoked' | 'garbage' | 'nobody';
  index: number;
};

/** A request with its values, before it is encoded. */
export type Draft = {
  operation: Operation;
  method: string;
  who: Who;
  params: Record<string, Value>;
  query: [name: string, value: Value][];
  headers: Record<string, string>;
  /** `value` is JSON unless it is bytes or `raw` text. */
  content: { type: string; value: Value; raw?: string | Buffer } | undefined;
  /** These replace the path and the whole query. */
  rawPath?: string;
  rawQuery?: string;
};

/** A change to a valid request; if `isWrong`, no service may answer it with 2xx. */
export type Twist = { name: string; isWrong: boolean; apply(draft: Draft): void };

export type Plan = { draft: Draft; twist: Twist | undefined };
