// Made from openapi.json by scripts/client-types.ts: change the endpoints, not this file.

import { operation } from './operation.ts';

/** List meetings. */
export const listMeetings = /* @__PURE__ */ operation('get', '/v1/meetings');
/** Get a meeting. */
export const getMeeting = /* @__PURE__ */ operation('get', '/v1/meetings/{id}');
/** Delete a meeting. */
export const deleteMeeting = /* @__PURE__ */ operation('delete', '/v1/meetings/{id}');
/** List the versions of a meeting. */
export const listMeetingVersions = /* @__PURE__ */ operation('get', '/v1/meetings/{id}/versions');
/** Get a version of a meeting. */
export const getMeetingVersion = /* @__PURE__ */ operation('get', '/v1/meetings/{id}/versions/{version}');
/** Restore a version of a meeting. */
export const restoreMeetingVersion = /* @__PURE__ */ operation('post', '/v1/meetings/{id}/versions/{version}/restore');
/** Get a transcript, or a part of it. */
export const getTranscript = /* @__PURE__ */ operation('get', '/v1/meetings/{id}/transcript');
/** Get the summary of a meeting. */
export const getMeetingSummary = /* @__PURE__ */ operation('get', '/v1/meetings/{id}/summary');
/** List the evaluations of a meeting. */
export const listMeetingEvaluations = /* @__PURE__ */ operation('get', '/v1/meetings/{id}/evaluations');
/** Count meetings by day. */
export const getMeetingActivity = /* @__PURE__ */ operation('get', '/v1/meetings/activity');
/** Search meetings and people. */
export const search = /* @__PURE__ */ operation('get', '/v1/search');
/** Search in what was said. */
export const searchMoments = /* @__PURE__ */ operation('get', '/v1/moments');
/** Ask a question about what was said. */
export const ask = /* @__PURE__ */ operation('post', '/v1/ask');
/** Download a recording. */
export const downloadRecording = /* @__PURE__ */ operation('get', '/downloads/org/{organizationId}/meeting/{meetingId}/{recordingId}');
/** Remap a meeting to CRM records. */
export const remapMeeting = /* @__PURE__ */ operation('post', '/v1/meeting/remap');
/** Get the state of a remap. */
export const getRemap = /* @__PURE__ */ operation('get', '/v1/meeting/remap/{requestId}');
/** Undo a remap. */
export const undoRemap = /* @__PURE__ */ operation('post', '/v1/meeting/remap/{requestId}/undo');
/** List a meeting's remaps. */
export const listRemaps = /* @__PURE__ */ operation('get', '/v1/meetings/{id}/remaps');
/** List signal prompts. */
export const listSignalPrompts = /* @__PURE__ */ operation('get', '/v1/signals/prompts');
/** List signal definitions. */
export const listSignalDefinitions = /* @__PURE__ */ operation('get', '/v2/signals');
/** List the example signals. */
export const listExampleSignals = /* @__PURE__ */ operation('get', '/v1/signals/examples');
/** List executions of a signal prompt. */
export const listPromptExecutions = /* @__PURE__ */ operation('get', '/v1/signals/{promptId}/executions');
/** List executions of a signal definition. */
export const listDefinitionExecutions = /* @__PURE__ */ operation('get', '/v2/signals/{definitionId}/executions');
/** List executions of all signals. */
export const listExecutions = /* @__PURE__ */ operation('get', '/v2/executions');
/** Get the evidence of an execution. */
export const getExecutionEvidence = /* @__PURE__ */ operation('get', '/v1/signals/{promptId}/executions/{executionId}/evidence');
/** Get the coverage of a signal. */
export const getSignalCoverage = /* @__PURE__ */ operation('get', '/v1/signals/{promptId}/coverage');
/** Count executions by day. */
export const getSignalActivity = /* @__PURE__ */ operation('get', '/v2/signals/activity');
/** Label an evaluation as right or wrong. */
export const labelEvaluation = /* @__PURE__ */ operation('put', '/v1/evaluations/{id}/label');
/** Take back a label. */
export const unlabelEvaluation = /* @__PURE__ */ operation('delete', '/v1/evaluations/{id}/label');
/** List evaluations to label. */
export const listEvaluationsToLabel = /* @__PURE__ */ operation('get', '/v1/signals/{promptId}/evaluations/to-label');
/** Get the quality of a signal. */
export const getSignalQuality = /* @__PURE__ */ operation('get', '/v1/signals/{promptId}/quality');
/** Try a draft of a signal on one meeting. */
export const trySignal = /* @__PURE__ */ operation('post', '/admin/v1/signals/try');
/** Try a draft of a signal on past meetings. */
export const backtestSignal = /* @__PURE__ */ operation('post', '/admin/v1/signals/backtest');
/** List backtests. */
export const listBacktests = /* @__PURE__ */ operation('get', '/admin/v1/signals/backtests');
/** Get a backtest. */
export const getBacktest = /* @__PURE__ */ operation('get', '/admin/v1/signals/backtests/{id}');
/** Delete a backtest. */
export const deleteBacktest = /* @__PURE__ */ operation('delete', '/admin/v1/signals/backtests/{id}');
/** List a backtest's results. */
export const listBacktestResults = /* @__PURE__ */ operation('get', '/admin/v1/signals/backtests/{id}/results');
/** List results of a backtest to label. */
export const listBacktestResultsToLabel = /* @__PURE__ */ operation('get', '/admin/v1/signals/backtests/{id}/results/to-label');
/** Create a signal. */
export const createSignal = /* @__PURE__ */ operation('post', '/admin/v1/signals');
/** Get a signal. */
export const getSignal = /* @__PURE__ */ operation('get', '/admin/v1/signals/{id}');
/** Delete a signal. */
export const deleteSignal = /* @__PURE__ */ operation('delete', '/admin/v1/signals/{id}');
/** Change a signal. */
export const updateSignal = /* @__PURE__ */ operation('patch', '/admin/v1/signals/{id}');
/** List the versions of a signal. */
export const listSignalVersions = /* @__PURE__ */ operation('get', '/v1/signals/{id}/versions');
/** List e-mails. */
export const listEmails = /* @__PURE__ */ operation('get', '/v1/emails');
/** Get an e-mail. */
export const getEmail = /* @__PURE__ */ operation('get', '/v1/emails/{id}');
/** Delete an e-mail. */
export const deleteEmail = /* @__PURE__ */ operation('delete', '/v1/emails/{id}');
/** List saved views. */
export const listViews = /* @__PURE__ */ operation('get', '/v1/views');
/** Save a view. */
export const putView = /* @__PURE__ */ operation('put', '/v1/views/{id}');
/** Delete a view. */
export const deleteView = /* @__PURE__ */ operation('delete', '/v1/views/{id}');
/** List accounts. */
export const listAccounts = /* @__PURE__ */ operation('get', '/v1/accounts');
/** Get an account. */
export const getAccount = /* @__PURE__ */ operation('get', '/v1/accounts/{crmAccountId}');
/** List users. */
export const listUsers = /* @__PURE__ */ operation('get', '/v1/users');
/** Read what changed. */
export const listChanges = /* @__PURE__ */ operation('get', '/v1/changes');
/** List webhooks. */
export const listWebhooks = /* @__PURE__ */ operation('get', '/admin/v1/webhooks');
/** Create a webhook. */
export const createWebhook = /* @__PURE__ */ operation('post', '/admin/v1/webhooks');
/** Get a webhook. */
export const getWebhook = /* @__PURE__ */ operation('get', '/admin/v1/webhooks/{id}');
/** Delete a webhook. */
export const deleteWebhook = /* @__PURE__ */ operation('delete', '/admin/v1/webhooks/{id}');
/** Change a webhook. */
export const updateWebhook = /* @__PURE__ */ operation('patch', '/admin/v1/webhooks/{id}');
/** Change the key of a webhook. */
export const rotateWebhook = /* @__PURE__ */ operation('post', '/admin/v1/webhooks/{id}/rotate');
/** Send a test message. */
export const testWebhook = /* @__PURE__ */ operation('post', '/admin/v1/webhooks/{id}/test');
/** List attempts to deliver. */
export const listWebhookDeliveries = /* @__PURE__ */ operation('get', '/admin/v1/webhooks/{id}/deliveries');
/** Send changes again. */
export const replayWebhook = /* @__PURE__ */ operation('post', '/admin/v1/webhooks/{id}/replay');
/** List exports. */
export const listExports = /* @__PURE__ */ operation('get', '/v1/exports');
/** Export everything to files. */
export const requestExport = /* @__PURE__ */ operation('post', '/v1/exports');
/** Get an export. */
export const getExport = /* @__PURE__ */ operation('get', '/v1/exports/{id}');
/** Delete an export. */
export const deleteExport = /* @__PURE__ */ operation('delete', '/v1/exports/{id}');
/** Download a file of an export. */
export const downloadExportFile = /* @__PURE__ */ operation('get', '/downloads/org/{organizationId}/export/{exportId}/{fileId}');
/** Ingest a meeting. */
export const ingestMeeting = /* @__PURE__ */ operation('post', '/v1/user-provided-meeting');
/** Ingest a meeting. */
export const ingestMeetingWithoutVersion = /* @__PURE__ */ operation('post', '/user-provided-meeting');
/** Ingest many meetings. */
export const ingestMeetings = /* @__PURE__ */ operation('post', '/v1/user-provided-meetings');
/** Ingest an e-mail. */
export const ingestEmail = /* @__PURE__ */ operation('post', '/v1/user-provided-email');
/** Upload a meeting's recording. */
export const uploadRecording = /* @__PURE__ */ operation('put', '/v1/meetings/{id}/recording');
/** Import the meetings of a file. */
export const importMeeting = /* @__PURE__ */ operation('post', '/v1/meetings/import');
/** List the formats of files that can be imported. */
export const listImportFormats = /* @__PURE__ */ operation('get', '/v1/import-formats');
/** Create or update users. */
export const putUsers = /* @__PURE__ */ operation('put', '/admin/v1/users');
/** List CRM records. */
export const listCrmRecords = /* @__PURE__ */ operation('get', '/admin/v1/crm-records');
/** Create or update CRM records. */
export const putCrmRecords = /* @__PURE__ */ operation('put', '/admin/v1/crm-records');
/** Get the AI provider and its use today. */
export const getAi = /* @__PURE__ */ operation('get', '/admin/v1/ai');
/** List background jobs. */
export const listJobs = /* @__PURE__ */ operation('get', '/admin/v1/jobs');
/** Count background jobs. */
export const getJobSummary = /* @__PURE__ */ operation('get', '/admin/v1/jobs/summary');
/** Run a dead job again. */
export const retryJob = /* @__PURE__ */ operation('post', '/admin/v1/jobs/{id}/retry');
/** List API keys. */
export const listKeys = /* @__PURE__ */ operation('get', '/admin/v1/keys');
/** Create an API key. */
export const createKey = /* @__PURE__ */ operation('post', '/admin/v1/keys');
/** Revoke an API key. */
export const revokeKey = /* @__PURE__ */ operation('delete', '/admin/v1/keys/{id}');
/** Create an organization. */
export const createOrganization = /* @__PURE__ */ operation('post', '/admin/v1/organizations');
/** Get the organization. */
export const getOrganization = /* @__PURE__ */ operation('get', '/admin/v1/organization');
/** Change the organization. */
export const updateOrganization = /* @__PURE__ */ operation('patch', '/admin/v1/organization');
/** Get the state of the sample data. */
export const getDemo = /* @__PURE__ */ operation('get', '/admin/v1/demo');
/** Load sample data. */
export const loadDemo = /* @__PURE__ */ operation('post', '/admin/v1/demo');
/** Remove the sample data. */
export const removeDemo = /* @__PURE__ */ operation('delete', '/admin/v1/demo');
/** List changes. */
export const listAudit = /* @__PURE__ */ operation('get', '/admin/v1/audit');
/** Get the session. */
export const getSession = /* @__PURE__ */ operation('get', '/admin/v1/session');
/** Sign in. */
export const createSession = /* @__PURE__ */ operation('post', '/admin/v1/session');
/** Sign out. */
export const endSession = /* @__PURE__ */ operation('delete', '/admin/v1/session');
/** Check whether the process is alive. */
export const livez = /* @__PURE__ */ operation('get', '/livez');
/** Check whether requests can be served. */
export const readyz = /* @__PURE__ */ operation('get', '/readyz');
/** Metrics of the process. */
export const getMetrics = /* @__PURE__ */ operation('get', '/metrics');
/** This document. */
export const getOpenApi = /* @__PURE__ */ operation('get', '/openapi.json');
