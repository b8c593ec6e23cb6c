/**
 * Writes client/src/schema.ts from openapi.json, or with --check fails where the committed file is not what it says.
 * The work is done inside client/, which has the generator among its packages.
 */
import '../client/scripts/types.ts';
