/**
 * Writes the generated part of client/src from openapi.json, or with --check fails if a committed file differs.
 * The work is done inside client/, which has the generator among its packages.
 */
import '../client/scripts/types.ts';
