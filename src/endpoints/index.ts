import { askEndpoint } from './ask.ts';
import { backtestSignalEndpoint } from './backtest-signal.ts';
import { callMcpEndpoint } from './call-mcp.ts';
import { createKeyEndpoint } from './create-key.ts';
import { createOrganizationEndpoint } from './create-organization.ts';
import { createSessionEndpoint } from './create-session.ts';
import { createSignalEndpoint } from './create-signal.ts';
import { createWebhookEndpoint } from './create-webhook.ts';
import type { ParleyEndpoint } from './define-endpoint.ts';
import { deleteBacktestEndpoint } from './delete-backtest.ts';
import { deleteEmailEndpoint } from './delete-email.ts';
import { deleteExportEndpoint } from './delete-export.ts';
import { deleteMeetingEndpoint } from './delete-meeting.ts';
import { deleteSignalEndpoint } from './delete-signal.ts';
import { deleteViewEndpoint } from './delete-view.ts';
import { deleteWebhookEndpoint } from './delete-webhook.ts';
import {
  docsEndpoint,
  docsScalarEndpoint,
  docsScriptEndpoint,
  docsStartEndpoint,
  docsStyleEndpoint,
} from './docs.ts';
import { downloadExportFileEndpoint } from './download-export-file.ts';
import { downloadRecordingEndpoint } from './download-recording.ts';
import { endSessionEndpoint } from './end-session.ts';
import { getAccountEndpoint } from './get-account.ts';
import { getAiEndpoint } from './get-ai.ts';
import { getBacktestEndpoint } from './get-backtest.ts';
import { getDemoEndpoint } from './get-demo.ts';
import { getEmailEndpoint } from './get-email.ts';
import { getExecutionEvidenceEndpoint } from './get-execution-evidence.ts';
import { getExportEndpoint } from './get-export.ts';
import { getJobSummaryEndpoint } from './get-job-summary.ts';
import { getMeetingEndpoint } from './get-meeting.ts';
import { getMeetingActivityEndpoint } from './get-meeting-activity.ts';
import { getMeetingSummaryEndpoint } from './get-meeting-summary.ts';
import { getMeetingVersionEndpoint } from './get-meeting-version.ts';
import { getMetricsEndpoint } from './get-metrics.ts';
import { getOpenApiEndpoint } from './get-openapi.ts';
import { getOrganizationEndpoint } from './get-organization.ts';
import { getRemapEndpoint } from './get-remap.ts';
import { getSessionEndpoint } from './get-session.ts';
import { getSignalEndpoint } from './get-signal.ts';
import { getSignalActivityEndpoint } from './get-signal-activity.ts';
import { getSignalCoverageEndpoint } from './get-signal-coverage.ts';
import { getSignalQualityEndpoint } from './get-signal-quality.ts';
import { getTranscriptEndpoint } from './get-transcript.ts';
import { getWebhookEndpoint } from './get-webhook.ts';
import { importMeetingEndpoint } from './import-meeting.ts';
import { ingestEmailEndpoint } from './ingest-email.ts';
import { ingestMeetingEndpoint } from './ingest-meeting.ts';
import { ingestMeetingsEndpoint } from './ingest-meetings.ts';
import { labelEvaluationEndpoint } from './label-evaluation.ts';
import { listAccountsEndpoint } from './list-accounts.ts';
import { listAuditEndpoint } from './list-audit.ts';
import { listBacktestResultsEndpoint } from './list-backtest-results.ts';
import { listBacktestResultsToLabelEndpoint } from './list-backtest-results-to-label.ts';
import { listBacktestsEndpoint } from './list-backtests.ts';
import { listChangesEndpoint } from './list-changes.ts';
import { listCrmRecordsEndpoint } from './list-crm-records.ts';
import { listDefinitionExecutionsEndpoint } from './list-definition-executions.ts';
import { listEmailsEndpoint } from './list-emails.ts';
import { listEvaluationsToLabelEndpoint } from './list-evaluations-to-label.ts';
import { listExampleSignalsEndpoint } from './list-example-signals.ts';
import { listExecutionsEndpoint } from './list-executions.ts';
import { listExportsEndpoint } from './list-exports.ts';
import { listImportFormatsEndpoint } from './list-import-formats.ts';
import { listJobsEndpoint } from './list-jobs.ts';
import { listKeysEndpoint } from './list-keys.ts';
import { listMeetingEvaluationsEndpoint } from './list-meeting-evaluations.ts';
import { listMeetingVersionsEndpoint } from './list-meeting-versions.ts';
import { listMeetingsEndpoint } from './list-meetings.ts';
import { listPromptExecutionsEndpoint } from './list-prompt-executions.ts';
import { listRemapsEndpoint } from './list-remaps.ts';
import { listSignalDefinitionsEndpoint } from './list-signal-definitions.ts';
import { listSignalPromptsEndpoint } from './list-signal-prompts.ts';
import { listSignalVersionsEndpoint } from './list-signal-versions.ts';
import { listUsersEndpoint } from './list-users.ts';
import { listViewsEndpoint } from './list-views.ts';
import { listWebhookDeliveriesEndpoint } from './list-webhook-deliveries.ts';
import { listWebhooksEndpoint } from './list-webhooks.ts';
import { livezEndpoint } from './livez.ts';
import { loadDemoEndpoint } from './load-demo.ts';
import { putCrmRecordsEndpoint } from './put-crm-records.ts';
import { putUsersEndpoint } from './put-users.ts';
import { putViewEndpoint } from './put-view.ts';
import { readyzEndpoint } from './readyz.ts';
import { remapMeetingEndpoint } from './remap-meeting.ts';
import { removeDemoEndpoint } from './remove-demo.ts';
import { replayWebhookEndpoint } from './replay-webhook.ts';
import { requestExportEndpoint } from './request-export.ts';
import { restoreMeetingVersionEndpoint } from './restore-meeting-version.ts';
import { retryJobEndpoint } from './retry-job.ts';
import { revokeKeyEndpoint } from './revoke-key.ts';
import { consoleAssetEndpoint, rootEndpoint } from './root.ts';
import { rotateWebhookEndpoint } from './rotate-webhook.ts';
import { searchEndpoint } from './search.ts';
import { searchMomentsEndpoint } from './search-moments.ts';
import { testWebhookEndpoint } from './test-webhook.ts';
import { trySignalEndpoint } from './try-signal.ts';
import { undoRemapEndpoint } from './undo-remap.ts';
import { unlabelEvaluationEndpoint } from './unlabel-evaluation.ts';
import { updateOrganizationEndpoint } from './update-organization.ts';
import { updateSignalEndpoint } from './update-signal.ts';
import { updateWebhookEndpoint } from './update-webhook.ts';
import { uploadRecordingEndpoint } from './upload-recording.ts';
/** The operations of both addresses. A new operation is a file in this folder and a line here. */
export const endpoints: readonly ParleyEndpoint[] = [
  listMeetingsEndpoint,
  getMeetingEndpoint,
  deleteMeetingEndpoint,
  listMeetingVersionsEndpoint,
  getMeetingVersionEndpoint,
  restoreMeetingVersionEndpoint,
  getTranscriptEndpoint,
  getMeetingSummaryEndpoint,
  listMeetingEvaluationsEndpoint,
  getMeetingActivityEndpoint,
  searchEndpoint,
  searchMomentsEndpoint,
  askEndpoint,
  downloadRecordingEndpoint,
  callMcpEndpoint,
  remapMeetingEndpoint,
  getRemapEndpoint,
  undoRemapEndpoint,
  listRemapsEndpoint,
  listSignalPromptsEndpoint,
  listSignalDefinitionsEndpoint,
  listExampleSignalsEndpoint,
  listPromptExecutionsEndpoint,
  listDefinitionExecutionsEndpoint,
  listExecutionsEndpoint,
  getExecutionEvidenceEndpoint,
  getSignalCoverageEndpoint,
  getSignalActivityEndpoint,
  labelEvaluationEndpoint,
  unlabelEvaluationEndpoint,
  listEvaluationsToLabelEndpoint,
  getSignalQualityEndpoint,
  trySignalEndpoint,
  backtestSignalEndpoint,
  listBacktestsEndpoint,
  getBacktestEndpoint,
  listBacktestResultsEndpoint,
  listBacktestResultsToLabelEndpoint,
  deleteBacktestEndpoint,
  createSignalEndpoint,
  getSignalEndpoint,
  updateSignalEndpoint,
  deleteSignalEndpoint,
  listSignalVersionsEndpoint,
  listEmailsEndpoint,
  getEmailEndpoint,
  deleteEmailEndpoint,
  listViewsEndpoint,
  putViewEndpoint,
  deleteViewEndpoint,
  listAccountsEndpoint,
  getAccountEndpoint,
  listUsersEndpoint,
  listChangesEndpoint,
  createWebhookEndpoint,
  listWebhooksEndpoint,
  getWebhookEndpoint,
  updateWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookEndpoint,
  testWebhookEndpoint,
  listWebhookDeliveriesEndpoint,
  replayWebhookEndpoint,
  requestExportEndpoint,
  listExportsEndpoint,
  getExportEndpoint,
  deleteExportEndpoint,
  downloadExportFileEndpoint,
  ingestMeetingEndpoint,
  ingestMeetingsEndpoint,
  ingestEmailEndpoint,
  uploadRecordingEndpoint,
  importMeetingEndpoint,
  listImportFormatsEndpoint,
  putUsersEndpoint,
  putCrmRecordsEndpoint,
  listCrmRecordsEndpoint,
  getAiEndpoint,
  listJobsEndpoint,
  getJobSummaryEndpoint,
  retryJobEndpoint,
  createKeyEndpoint,
  listKeysEndpoint,
  revokeKeyEndpoint,
  createOrganizationEndpoint,
  getOrganizationEndpoint,
  updateOrganizationEndpoint,
  loadDemoEndpoint,
  getDemoEndpoint,
  removeDemoEndpoint,
  listAuditEndpoint,
  createSessionEndpoint,
  getSessionEndpoint,
  endSessionEndpoint,
  livezEndpoint,
  readyzEndpoint,
  getMetricsEndpoint,
  getOpenApiEndpoint,
  docsEndpoint,
  docsStartEndpoint,
  docsScriptEndpoint,
  docsScalarEndpoint,
  docsStyleEndpoint,
  rootEndpoint,
  consoleAssetEndpoint,
];
