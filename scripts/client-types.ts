/**
 * Writes client/src/schema.ts from openapi.json, or with --check fails if the committed file differs.
 * The work is done inside client/, which has the generator among its packages.
 */
import '../client/scripts/types.ts';
