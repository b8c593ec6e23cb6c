import { aiFaults } from './ai-faults.ts';
import { aiServers } from './ai-servers.ts';
import { alerts } from './alerts.ts';
import { backup } from './backup.ts';
import { blobStore } from './blob-store.ts';
import { bodyLimits } from './body-limits.ts';
import { clocks } from './clocks.ts';
import { contentType } from './content-type.ts';
import { contract } from './contract.ts';
import { databaseOutage } from './database-outage.ts';
import { databaseRoles } from './database-roles.ts';
import { delivery } from './delivery.ts';
import { diskFull } from './disk-full.ts';
import { embeddedKilled } from './embedded-killed.ts';
import { exportUnderWriters } from './export-under-writers.ts';
import { feed } from './feed.ts';
import { groupSigterm } from './group-sigterm.ts';
import { isolation } from './isolation.ts';
import { json } from './json.ts';
import { keyLineage } from './key-lineage.ts';
import { keyless } from './keyless.ts';
import { keys } from './keys.ts';
import { kills } from './kills.ts';
import { largeAnswers } from './large-answers.ts';
import { largeBodies } from './large-bodies.ts';
import { longStrings } from './long-strings.ts';
import { lostAnswers } from './lost-answers.ts';
import { noisyNeighbour } from './noisy-neighbour.ts';
import { poison } from './poison.ts';
import type { ReliabilityPromise } from './promise.ts';
import { promptInjection } from './prompt-injection.ts';
import { readReplicas } from './read-replicas.ts';
import { replacedTranscripts } from './replaced-transcripts.ts';
import { restoredCopy } from './restored-copy.ts';
import { signedUrls } from './signed-urls.ts';
import { slowClients } from './slow-clients.ts';
import { smuggling } from './smuggling.ts';
import { soak } from './soak.ts';
import { sqlInjection } from './sql-injection.ts';
import { ssrf } from './ssrf.ts';
import { upgrade } from './upgrade.ts';
import { webhooks } from './webhooks.ts';

/** The promises that have a program, by number. */
export const promises: readonly ReliabilityPromise[] = [
  kills,
  lostAnswers,
  databaseOutage,
  slowClients,
  largeBodies,
  bodyLimits,
  largeAnswers,
  aiFaults,
  delivery,
  clocks,
  poison,
  ssrf,
  isolation,
  keys,
  promptInjection,
  json,
  contentType,
  sqlInjection,
  signedUrls,
  longStrings,
  smuggling,
  contract,
  soak,
  upgrade,
  replacedTranscripts,
  feed,
  webhooks,
  exportUnderWriters,
  noisyNeighbour,
  keyless,
  diskFull,
  embeddedKilled,
  restoredCopy,
  backup,
  groupSigterm,
  databaseRoles,
  keyLineage,
  aiServers,
  blobStore,
  alerts,
  readReplicas,
];
