// Made from openapi.json by scripts/client-types.ts: change the endpoints, not this file.

import type { Binary } from './binary.ts';

/** Paths of ingestion: they are on the receiver's address. */
export const RECEIVER_PATHS: readonly string[] = [
  "/v1/user-provided-meeting",
  "/user-provided-meeting",
  "/v1/user-provided-meetings",
  "/v1/user-provided-email",
  "/v1/meetings/{id}/recording"
];

/** Operations that take an Idempotency-Key. */
export const IDEMPOTENT_OPERATIONS: readonly string[] = [
  "POST /v1/meeting/remap",
  "POST /v1/meeting/remap/{requestId}/undo",
  "POST /v1/user-provided-meeting",
  "POST /user-provided-meeting",
  "POST /v1/user-provided-email"
];

/** Operations that take a file as it is, with the media type of one whose type is not given. */
export const FILE_OPERATIONS: Readonly<Record<string, string>> = {
  "POST /v1/user-provided-meetings": "application/x-ndjson",
  "PUT /v1/meetings/{id}/recording": "application/octet-stream",
  "POST /v1/meetings/import": "application/octet-stream"
};

export interface paths {
    "/v1/meetings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List meetings
         * @description Returns the meetings of a time window, by startTime then id unless `sort` or `order` says otherwise, with their transcripts. A meeting is in the window if its startTime is not before `from` and its endTime is not after `to`.
         *
         *     Pages can be numbered, or read one after the other: the response to `after=start` has `next`, and the page that begins there is returned for `after` with this value. Meetings that arrive or are deleted in between then shift no page.
         *
         *     Scope: `meetings:read`.
         */
        get: operations["listMeetings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/meetings/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a meeting
         * @description Returns one meeting with its transcript and the state of its recording.
         *
         *     Scope: `meetings:read`.
         */
        get: operations["getMeeting"];
        put?: never;
        post?: never;
        /**
         * Delete a meeting
         * @description Permanently deletes the meeting, all its versions with their transcripts and recordings, its remaps and its background work. This cannot be undone.
         *
         *     Scope: `admin`.
         */
        delete: operations["deleteMeeting"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/meetings/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a meeting
         * @description The versions are returned newest first; the first one in the list is the current version. A version is created by an ingest or import that changes the meeting, by an upload that replaces its recording, and by a restore. Replaced versions are retained for PARLEY_VERSION_DAYS.
         *
         *     Scope: `meetings:read`.
         */
        get: operations["listMeetingVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/meetings/{id}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a version of a meeting
         * @description Returns the meeting as it was when the version was replaced, with its transcript and the state of its recording. The current version is the meeting as it is now.
         *
         *     Scope: `meetings:read`.
         */
        get: operations["getMeetingVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/meetings/{id}/versions/{version}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a version of a meeting
         * @description Makes the fields, the transcript and the recording of the version current again, as a new version. The version that it replaces is retained and can be restored in turn. CRM ids are those of the version; the remap history is unchanged. If the transcript differs, the findings of the replaced transcript are superseded, and a meeting that was processed is processed again. If the meeting already has this state, no version is created and the current one is returned.
         *
         *     Scope: `ingest:write`.
         */
        post: operations["restoreMeetingVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/meetings/{id}/transcript": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a transcript, or a part of it
         * @description Returns the transcript of a meeting, as JSON or as a file. Without limits it is whole. `entries` and `maxTokens` limit the response; entries are never cut. The index of the entry that follows is `next` of JSON, and the header `X-Next-Entry` of every format; it is the `fromEntry` of the next request. Captions (`vtt`, `srt`) need times: an entry that has none follows the entry before it, and an end that the source did not give is estimated. A meeting without a transcript has no entries.
         *
         *     Scope: `meetings:read`.
         */
        get: operations["getTranscript"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/meetings/{id}/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the summary of a meeting
         * @description Returns the decisions, the next steps and their owners, the open questions, and the topics with their times, each with quotes.
         *
         *     Scope: `meetings:read`.
         */
        get: operations["getMeetingSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/meetings/{id}/evaluations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the evaluations of a meeting
         * @description Returns the newest evaluation of each signal (fired, not fired, failed or pending) and the state of processing. A signal that is not in the list was not eligible for the meeting.
         *
         *     Scope: `signals:read`.
         */
        get: operations["listMeetingEvaluations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/meetings/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count meetings by day
         * @description Returns the number of meetings that started on each day of a window, by source. Days without meetings are omitted.
         *
         *     Scope: `meetings:read`.
         */
        get: operations["getMeetingActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search meetings and people
         * @description Returns matches while somebody types into a search field. A meeting matches if every word of the query is the beginning of a word of its title; case and accents are ignored, and only the first 500 characters of a long title count. A participant of meetings matches if the address begins with the query (only the first 100 such addresses are considered), or if every word of the query is the beginning of a word of the name, as users have it or as the newest 1,000 meetings give it. At most `pageSize` of each are returned, those with the newest meeting first. Further pages have only meetings. Ingested meetings can be found at once.
         *
         *     Scope: `meetings:read`.
         */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/moments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search in what was said
         * @description Returns the transcript entries that have all words of the query, with the entries before and after them. Words match in all their forms, by the rules of the language of the transcript; case, accents and full-width forms do not matter. `"exact phrase"` matches these words next to each other and in this form, `-without` excludes entries with the word, and `prefix*` matches the beginning of a word. In scripts without spaces between words, and in Korean, the characters match wherever they occur next to each other. Very common words, such as *the*, are ignored outside of quotes. Ingested meetings can be found at once.
         *
         *     With `order=newest`, the moments of the newest meeting come first, in the order in which they were said. With `order=relevance`, those of the newest 100 meetings with the words are sorted by how well they match. A page may have fewer moments than requested, or none, although more follow: `next` tells.
         *
         *     Scope: `meetings:read`.
         */
        get: operations["searchMoments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ask": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask a question about what was said
         * @description Answers a question in sentences, each with the words that prove it. The words of the question are searched for in the transcripts of all meetings, or of those that the body names; the entries around them are read up to a bound, and the AI provider answers from these alone, in one call. Each quote is compared with the transcript: a sentence without a quote that stands there word for word is left out, and counted in `dropped`. `coverage` tells how much was read. The built-in provider, which has no model, answers with the sentences that contain most words of the question. Nothing is stored except the number of tokens used.
         *
         *     With `Accept: text/event-stream` the answer is sent as server-sent events: `progress` (`step` is `searching`, then `answering`), each `sentence` as soon as it is verified, and `done` with all other fields; or `error` with `status` and `error`, if it fails after it has begun.
         *
         *     Scope: `meetings:read`.
         */
        post: operations["ask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/downloads/org/{organizationId}/meeting/{meetingId}/{recordingId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a recording
         * @description This is the target of a downloadUrl of the file store. It requires no key, because the URL is signed and expires. Requests with Range receive 206. With an S3 store, downloadUrl points there instead.
         */
        get: operations["downloadRecording"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/meeting/remap": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remap a meeting to CRM records
         * @description Associates a meeting with other CRM records. Either `source` or `meetingDetails` identifies the meeting; if both are given, they must identify the same one. The remap is accepted at once and applied in the background; its state is at `/v1/meeting/remap/{requestId}`.
         *
         *     Scope: `remap:write`.
         */
        post: operations["remapMeeting"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/meeting/remap/{requestId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the state of a remap
         * @description The state proceeds from accepted to applied to completed, or to failed with the reason.
         *
         *     Scope: `remap:write`.
         */
        get: operations["getRemap"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/meeting/remap/{requestId}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a remap
         * @description Remaps the meeting back to its previous CRM ids; the undo is itself a remap. It is refused if a later remap is in effect or if the meeting has been given other ids since.
         *
         *     Scope: `remap:write`.
         */
        post: operations["undoRemap"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/meetings/{id}/remaps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a meeting's remaps
         * @description Returns the history of the meeting's CRM associations, newest first: who changed them, when, and the ids before and after.
         *
         *     Scope: `meetings:read`.
         */
        get: operations["listRemaps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/signals/prompts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List signal prompts
         * @description Returns the signals of the organization by id, as prompts. They are the same signals as those of /v2/signals.
         *
         *     Scope: `signals:read`.
         */
        get: operations["listSignalPrompts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/signals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List signal definitions
         * @description Returns the signals of the organization by id, as definitions. They are the same signals as those of /v1/signals/prompts.
         *
         *     Scope: `signals:read`.
         */
        get: operations["listSignalDefinitions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/signals/examples": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the example signals
         * @description Returns the library of example signals, which is the same for all organizations. `signal` of each is a body of POST /admin/v1/signals, which installs it. It is disabled, so that it can be tried on past conversations first. `quality` is what its phrases did on invented sentences; only labels tell how often it is right in your conversations.
         *
         *     Scope: `signals:read`.
         */
        get: operations["listExampleSignals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/signals/{promptId}/executions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List executions of a signal prompt
         * @description Returns the executions of the signal in meetings and e-mails, by triggeredAt then id. If a conversation was evaluated several times, only the newest evaluation counts.
         *
         *     Scope: `signals:read`.
         */
        get: operations["listPromptExecutions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/signals/{definitionId}/executions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List executions of a signal definition
         * @description Returns the executions of the signal in meetings only, by triggeredAt then id. If a meeting was evaluated several times, only the newest evaluation counts.
         *
         *     Scope: `signals:read`.
         */
        get: operations["listDefinitionExecutions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/executions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List executions of all signals
         * @description Returns the executions of all signals in meetings and e-mails, by default by triggeredAt then id. If a conversation was evaluated several times, only the newest evaluation counts. Deleted signals are omitted.
         *
         *     Scope: `signals:read`.
         */
        get: operations["listExecutions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/signals/{promptId}/executions/{executionId}/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the evidence of an execution
         * @description Returns the quotes on which an execution is based, word for word, with their places in the conversation. The lists of executions return the executionId if includeExecutionId is true.
         *
         *     Scope: `signals:read`.
         */
        get: operations["getExecutionEvidence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/signals/{promptId}/coverage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the coverage of a signal
         * @description Returns, for the conversations of a window, in how many the signal fired, did not fire, failed, or is pending, and how many were not eligible. Only the newest evaluation of each conversation counts.
         *
         *     Scope: `signals:read`.
         */
        get: operations["getSignalCoverage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/signals/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count executions by day
         * @description Returns how often each signal fired on each day of a window. By default, an execution counts on the day of its conversation: the day on which the meeting started or the e-mail was sent. With `clock=judged`, it counts on the day of its evaluation, as in the lists of executions. Days without executions are omitted.
         *
         *     Scope: `signals:read`.
         */
        get: operations["getSignalActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/evaluations/{id}/label": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Label an evaluation as right or wrong
         * @description Says whether an evaluation was right. Each API key has one label for each evaluation, which this replaces. The label holds for other versions of the signal and other runs as well, as far as they are about the same moment of the conversation, and is deleted with the conversation. An API key also needs the scope `admin`; a session of the console does not.
         *
         *     Scope: `signals:read`.
         */
        put: operations["labelEvaluation"];
        post?: never;
        /**
         * Take back a label
         * @description Deletes the label that the API key has given an evaluation. An API key also needs the scope `admin`; a session of the console does not.
         *
         *     Scope: `signals:read`.
         */
        delete: operations["unlabelEvaluation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/signals/{promptId}/evaluations/to-label": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List evaluations to label
         * @description Returns evaluations of a version of the signal that have no label yet: those that fired and those that did not in turns, each in an order that is random and always the same. Labelling them in this order makes the estimates of the quality unbiased.
         *
         *     Scope: `signals:read`.
         */
        get: operations["listEvaluationsToLabel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/signals/{promptId}/quality": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the quality of a signal
         * @description Estimates how often a version of the signal is right, from the labels of its evaluations, with intervals of 95 %. Precision is estimated from the labelled conversations in which it fired. Recall is estimated from these and from those in which it did not fire and which were drawn at random. Values are given from 10 labels on. `calibration` tells which verdicts of the model are voted on.
         *
         *     Scope: `signals:read`.
         */
        get: operations["getSignalQuality"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/signals/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a draft of a signal on one meeting
         * @description Evaluates a draft on one meeting at once, in the same way as an incoming meeting is evaluated: by its phrases if it has any, else by its prompt. Quotes are verified, and follow-up prompts are answered if the draft fires. Only the number of tokens used is stored. The request is cancelled after 50 s, or if the client disconnects.
         *
         *     Scopes: `admin` and `meetings:read`.
         */
        post: operations["trySignal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/signals/backtest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a draft of a signal on past meetings
         * @description Evaluates a draft on past meetings, together with the current version of the signal that it changes, to show what would fire. Executions and coverage are not affected. By default, only an estimate of calls, tokens and cost is returned, extrapolated by length from 20 evenly spread transcripts. With dryRun false, the backtest starts and runs in the background within the budget of the organization, beginning with the meetings in which evaluations of the signal are labelled. Follow-up prompts are not answered. At most 5 backtests of an organization run at the same time.
         *
         *     Scopes: `admin` and `meetings:read`.
         */
        post: operations["backtestSignal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/signals/backtests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List backtests
         * @description Returns the backtests of the organization, newest first.
         *
         *     Scopes: `admin` and `meetings:read`.
         */
        get: operations["listBacktests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/signals/backtests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a backtest
         * @description Returns the progress of a backtest and its results so far.
         *
         *     Scopes: `admin` and `meetings:read`.
         */
        get: operations["getBacktest"];
        put?: never;
        post?: never;
        /**
         * Delete a backtest
         * @description Stops the backtest if it is running, and deletes it with its results.
         *
         *     Scopes: `admin` and `meetings:read`.
         */
        delete: operations["deleteBacktest"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/signals/backtests/{id}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a backtest's results
         * @description Returns the meetings evaluated so far, by startTime then id, with the result of the draft and its reason, and with the result of the current version if the two are compared.
         *
         *     Scopes: `admin` and `meetings:read`.
         */
        get: operations["listBacktestResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/signals/backtests/{id}/results/to-label": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List results of a backtest to label
         * @description Returns results of the draft that no label says anything about: those that fire and those that do not in turns, each in an order that is random and always the same. The draft must be of a signal, which the labels belong to.
         *
         *     Scopes: `admin` and `meetings:read`.
         */
        get: operations["listBacktestResultsToLabel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/signals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a signal
         * @description Creates a signal, which is evaluated for every conversation that arrives from then on: by its phrases if it has any, else by its prompt. Only a backtest evaluates earlier conversations.
         *
         *     Scope: `admin`.
         */
        post: operations["createSignal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/signals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a signal
         * @description Returns the current version of the signal.
         *
         *     Scope: `admin`.
         */
        get: operations["getSignal"];
        put?: never;
        post?: never;
        /**
         * Delete a signal
         * @description The signal is no longer evaluated, and its executions are no longer shown. To keep its executions, disable the signal instead.
         *
         *     Scope: `admin`.
         */
        delete: operations["deleteSignal"];
        options?: never;
        head?: never;
        /**
         * Change a signal
         * @description Sets the given fields and leaves the others unchanged; lists are replaced as a whole. A different prompt, phrases, saidBy or follow-up prompts create a new version. Earlier executions are not affected.
         *
         *     Scope: `admin`.
         */
        patch: operations["updateSignal"];
        trace?: never;
    };
    "/v1/signals/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a signal
         * @description Returns the versions of the signal's prompt, phrases, saidBy and follow-up prompts, newest first, 100 at most.
         *
         *     Scope: `admin`.
         */
        get: operations["listSignalVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/emails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List e-mails
         * @description Returns the e-mails of a time window, by sentAt then id, with their texts. With `query`, only those whose subject and text together have all its words; it is read as that of `GET /v1/moments`.
         *
         *     Scope: `meetings:read`.
         */
        get: operations["listEmails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/emails/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an e-mail
         * @description Returns one e-mail with its text.
         *
         *     Scope: `meetings:read`.
         */
        get: operations["getEmail"];
        put?: never;
        post?: never;
        /**
         * Delete an e-mail
         * @description Permanently deletes the e-mail, its executions and its background work. This cannot be undone.
         *
         *     Scope: `admin`.
         */
        delete: operations["deleteEmail"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List saved views
         * @description Returns the views that the API key has saved, by name: filters and sorting of a list under a name. Sessions of the console have the views of their key. Views are deleted when their key is revoked.
         *
         *     Scope: `meetings:read`.
         */
        get: operations["listViews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/views/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Save a view
         * @description Creates the view of the API key with this id, or replaces it. Other keys do not see it, and may use the same id for views of their own.
         *
         *     Scope: `meetings:read`.
         */
        put: operations["putView"];
        post?: never;
        /**
         * Delete a view
         * @description Deletes a view of the API key. Saving it again under its id restores it.
         *
         *     Scope: `meetings:read`.
         */
        delete: operations["deleteView"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List accounts
         * @description Returns the CRM accounts that meetings or e-mails of the organization bear. An account whose last conversation was deleted or remapped is no longer listed.
         *
         *     Scope: `meetings:read`.
         */
        get: operations["listAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{crmAccountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an account
         * @description Returns a CRM account: its people with their last contact, the signals that matched in its conversations, the next steps that were agreed with their proof, and its opportunities. Its conversations are listed by `GET /v1/meetings` and `GET /v1/emails` with `salesforceAccountId`. Details are those of its newest 5,000 meetings and e-mails; counts are of all. Colleagues are not among its people. Without the scope `signals:read`, `signals` is empty.
         *
         *     Scope: `meetings:read`.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description Returns the users of the caller's organization with license and integration status, by e-mail.
         *
         *     Scope: `users:read`.
         */
        get: operations["listUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what changed
         * @description Every change of the organization, in the order in which it became readable. A reader begins without `after`: it is given the present state first, every entity as `created`, and then everything that changes. It passes `next` of each page as `after` of the next request; reading on from there misses nothing and repeats nothing. Cursors survive restarts and upgrades. Changes are kept for PARLEY_CHANGES_DAYS; a reader that was away for longer is answered 410 and begins again.
         *
         *     With `waitSeconds` the response waits for a change if there is none. With `Accept: text/event-stream` changes are sent as server-sent events as they come, with the cursor as `id`; `Last-Event-ID` takes precedence over `after`.
         *
         *     Scope: any of `meetings:read`, `signals:read`, `users:read`.
         */
        get: operations["listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Returns every webhook of the organization with its state, in the order in which they were created.
         *
         *     Scope: `admin`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Creates a webhook: every change of the organization that follows is posted to its URL, signed, and repeated until it is answered with 2xx. The secret is shown only in this response.
         *
         *     Scope: `admin`.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook
         * @description Returns the webhook with its state.
         *
         *     Scope: `admin`.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Nothing is sent any more, and the keys of the webhook are deleted. To keep its place in the feed, disable it instead.
         *
         *     Scope: `admin`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description Sets the given fields and leaves the others unchanged; lists are replaced as a whole. The webhook goes on where it was. If its URL changes or it is enabled again, what failed before is sent at once.
         *
         *     Scope: `admin`.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/admin/v1/webhooks/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the key of a webhook
         * @description Gives the webhook a new key. For 24 hours every message bears a signature of the earlier key as well, so that the receiver can be changed in the meantime. A new secret is shown only in this response.
         *
         *     Scope: `admin`.
         */
        post: operations["rotateWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message
         * @description Sends one signed message of the type `webhook.test`, also if the webhook is disabled, and returns how the receiver answered. It is sent once, and the state of the webhook stays as it is.
         *
         *     Scope: `admin`.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List attempts to deliver
         * @description Returns the attempts of the last 7 days, newest first.
         *
         *     Scope: `admin`.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/webhooks/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send changes again
         * @description Sets the webhook back to a place in the feed of changes. Everything that follows is sent again, with the same `webhook-id` as before and with the data of now.
         *
         *     Scope: `admin`.
         */
        post: operations["replayWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List exports
         * @description Returns the exports of the organization, newest first, without their files. Those of types that the API key may not see are left out.
         *
         *     Scope: any of `meetings:read`, `signals:read`, `users:read`.
         */
        get: operations["listExports"];
        put?: never;
        /**
         * Export everything to files
         * @description Starts an export of all meetings, e-mails, executions, signals and users to files, or of what changed after a cursor. The files and then the changes after `changesCursor` of the manifest give exactly the present state. An export runs in the background, at most 2 of an organization at the same time, and continues where it was after a crash. It is deleted with its files after PARLEY_EXPORT_DAYS.
         *
         *     Scope: any of `meetings:read`, `signals:read`, `users:read`.
         */
        post: operations["requestExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an export
         * @description Returns the state and the progress of an export, and its manifest once it is done: the files with signed URLs, which are valid for 2 hours, and the cursor of the changes that follow.
         *
         *     Scope: any of `meetings:read`, `signals:read`, `users:read`.
         */
        get: operations["getExport"];
        put?: never;
        post?: never;
        /**
         * Delete an export
         * @description Stops the export if it is running, and deletes it with its files.
         *
         *     Scope: any of `meetings:read`, `signals:read`, `users:read`.
         */
        delete: operations["deleteExport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/downloads/org/{organizationId}/export/{exportId}/{fileId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a file of an export
         * @description This is the target of the URLs in the manifest of an export, with the file store. It requires no key, because the URL is signed and expires. Requests with Range receive 206. With an S3 store, the URLs point there instead.
         */
        get: operations["downloadExportFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/user-provided-meeting": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ingest a meeting
         * @description Ingests a meeting from any source, with an optional transcript. The meeting is durable once the response is 200. Sending the same `meeting.id` again (or, without an id, the same host, title, start and end) updates the meeting: given fields replace the old ones as a whole, and omitted fields remain unchanged.
         *
         *     Scope: `ingest:write`.
         */
        post: operations["ingestMeeting"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user-provided-meeting": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ingest a meeting
         * @description Ingests a meeting from any source, with an optional transcript. The meeting is durable once the response is 200. Sending the same `meeting.id` again (or, without an id, the same host, title, start and end) updates the meeting: given fields replace the old ones as a whole, and omitted fields remain unchanged.
         *
         *     Scope: `ingest:write`.
         */
        post: operations["ingestMeetingWithoutVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/user-provided-meetings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ingest many meetings
         * @description The body is NDJSON: each line is a body of the operation that ingests one meeting, of at most 5242880 bytes. The response is NDJSON, too, and is sent while the body arrives: one object for each line that is not blank, in the order of the lines. `{"line", "meetingId", "created"}` says that the meeting is durable; `{"line", "error", "status"}` gives the message and the status with which the operation for one meeting would have responded, and does not affect other lines. Lines are numbered from 1, and blank ones count. A line without a response is not stored, or was stored and the response was lost. The request can be repeated as a whole, because meetings are recognized as in the operation for one; Idempotency-Key is not used.
         *
         *     With the header `Prefer: answer-after-body`, the response begins when the whole body has been processed, or when some 70,000 lines have been: proxies such as nginx stop passing on a body once its response has begun.
         *
         *     If the body turns out to be too large or is cut, or the key is revoked or expires, after lines have been answered, the last object of the response has the number of the first line that was not processed. docs/bulk-ingest.md describes limits and clients.
         *
         *     Scope: `ingest:write`.
         */
        post: operations["ingestMeetings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/user-provided-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ingest an e-mail
         * @description Ingests an e-mail from any source. The e-mail is durable once the response is 200. Sending the same `email.id` again (or, without an id, the same `email.messageId`; without either, the same sender, recipients, subject, sentAt and text) updates the e-mail: given fields replace the old ones as a whole, and omitted fields remain unchanged.
         *
         *     Scope: `ingest:write`.
         */
        post: operations["ingestEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/meetings/{id}/recording": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Upload a meeting's recording
         * @description The body is the unchanged recording: audio/*, video/*, application/ogg or application/octet-stream. It replaces the recording that the meeting has, which the previous version of the meeting retains. The operator may set a lower limit than the bytes stated here; the default is 2 GiB.
         *
         *     Scope: `ingest:write`.
         */
        put: operations["uploadRecording"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/meetings/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import the meetings of a file
         * @description The body is an unchanged file: a WebVTT, Whisper TSV, SBV, Fireflies text, Zoom captions, Parley Markdown, Teams text, Fathom or Gong text, Otter or Teams text, Google Meet text, Timed text, Dialogue text, SubRip or Word document transcript, JSON of a meeting tool or a speech-to-text service, bodies of the ingest operation, or a ZIP archive of such files. Query parameters take precedence over the file, and the file over its name; for a body of the ingest operation, the file takes precedence, and over parameters that `defaults` lists it always does. The same externalId (or else the id in the file, or else its name) updates the meeting; an identical file changes nothing.
         *
         *     An array, lines of JSON and an archive may contain up to 1000 meetings. All of them are imported, except those that are invalid: `meetings` in the response has the outcome of each. The response is an error only if none is imported. `title` and `externalId` are for files with one meeting; the other parameters apply to each meeting.
         *
         *     Scope: `ingest:write`.
         */
        post: operations["importMeeting"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/import-formats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the formats of files that can be imported
         * @description Returns the formats that `POST /v1/meetings/import` accepts.
         *
         *     Scope: `ingest:write`.
         */
        get: operations["listImportFormats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create or update users
         * @description Creates or updates users, identified by e-mail. Given fields are set, and the others remain unchanged. Either all users are stored, or none.
         *
         *     Scope: `admin`.
         */
        put: operations["putUsers"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/crm-records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List CRM records
         * @description Returns the CRM records of the organization, by name.
         *
         *     Scope: `admin`.
         */
        get: operations["listCrmRecords"];
        /**
         * Create or update CRM records
         * @description Sets the names of CRM ids. Either all records are stored, or none. If a meeting arrives without CRM ids, and all its external attendees belong to the domains of one account, it is associated with that account.
         *
         *     Scope: `admin`.
         */
        put: operations["putCrmRecords"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/ai": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the AI provider and its use today
         * @description Returns the provider that evaluates signals and writes summaries, and the organization's usage since midnight UTC. If the budget is used up, signals and summaries stay queued until the next day; nothing is lost.
         *
         *     Scope: `admin`.
         */
        get: operations["getAi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List background jobs
         * @description Returns the organization's unfinished jobs, newest first, 200 at most.
         *
         *     Scope: `admin`.
         */
        get: operations["listJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/jobs/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count background jobs
         * @description Returns the number of the organization's unfinished jobs by kind; every kind is included. `warnings` lists problems that an operator of the installation has to resolve, and is omitted if there are none.
         *
         *     Scope: `admin`.
         */
        get: operations["getJobSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/jobs/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a dead job again
         * @description Enqueues a job that used up its attempts again, with the full number of attempts.
         *
         *     Scope: `admin`.
         */
        post: operations["retryJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Returns the keys of the organization, including revoked ones, without their secrets.
         *
         *     Scope: `admin`.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create an API key
         * @description Creates a key for the organization. The key is shown only in this response. It cannot have a scope that the calling key lacks, and it expires no later than the calling key. With a session, the calling key is the key of the session.
         *
         *     Scope: `admin`.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description The key is rejected everywhere within a second, and its sessions end. Keys that it created stay valid unless `cascade` is true. A key can revoke only keys whose scopes it has itself.
         *
         *     Scope: `admin`.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an organization
         * @description Creates a tenant with its first key, which has every scope except operator and is shown only in this response.
         *
         *     Scope: `operator`.
         */
        post: operations["createOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the organization
         * @description Returns the organization of the caller.
         *
         *     Scope: `admin`.
         */
        get: operations["getOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the organization
         * @description Sets the given fields and leaves the others unchanged; domains are replaced as a whole. New domains apply to attendees of meetings that arrive from now on.
         *
         *     Scope: `admin`.
         */
        patch: operations["updateOrganization"];
        trace?: never;
    };
    "/admin/v1/demo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the state of the sample data
         * @description Returns whether the sample data is loaded, and the progress of loading or removing it.
         *
         *     Scope: `admin`.
         */
        get: operations["getDemo"];
        put?: never;
        /**
         * Load sample data
         * @description Loads an invented company into the organization in the background: users, CRM records, signals, meetings, e-mails and a recording. The configured AI provider evaluates its conversations within the budget of the organization. Records that the organization already has stay as they are. If the sample data is loading or loaded, nothing changes.
         *
         *     Scope: `admin`.
         */
        post: operations["loadDemo"];
        /**
         * Remove the sample data
         * @description Permanently deletes in the background what loading the sample data has created, and nothing else. Meetings and e-mails are deleted with everything that was added to them. Users, CRM records and signals that were changed after they were loaded are kept; enabling or disabling a signal does not count as a change. A load in progress stops.
         *
         *     Scope: `admin`.
         */
        delete: operations["removeDemo"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List changes
         * @description Returns who changed what in the organization, newest first. An ingest that changed nothing is not listed. Reads of transcripts and recordings are listed if PARLEY_AUDIT_READS is true.
         *
         *     Scope: `admin`.
         */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the session
         * @description Returns the session of the cookie. A request with an API key has no session.
         */
        get: operations["getSession"];
        put?: never;
        /**
         * Sign in
         * @description Exchanges an API key for a session of 12 hours, in the cookie `parley_session` (`__Host-parley_session` over https), which stands in for the key at the API's address. The session ends at once with its key. Scripts send the key itself and need no session.
         */
        post: operations["createSession"];
        /**
         * Sign out
         * @description Ends the session of the cookie within a second everywhere, and removes the cookie. The request also succeeds if there is no session or it has already ended.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/livez": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether the process is alive
         * @description Responds as long as the process runs, without checking anything else.
         */
        get: operations["livez"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether requests can be served
         * @description The process is ready if the database can be reached, its schema is current, and the process is not stopping. `warnings` lists problems that an operator has to resolve although requests are served; it is omitted if there are none.
         */
        get: operations["readyz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Metrics of the process
         * @description The metrics are in the text format of Prometheus and at most a second old. They contain operations and statuses, never callers or contents.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This document
         * @description Returns the OpenAPI 3.1 description of both addresses.
         */
        get: operations["getOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AccountDetail: {
            /** @description CRM id of the account. */
            id: string;
            /** @description Its name, if the CRM record is known. */
            name?: string;
            /** @description Its mail domains, if they are known. */
            domains: string[];
            /**
             * Format: int64
             * @description Its meetings.
             */
            meetingCount: number;
            /**
             * Format: int64
             * @description Its e-mails.
             */
            emailCount: number;
            /**
             * Format: date-time
             * @description Start of its first meeting, or time of its first e-mail.
             */
            firstAt: string;
            /**
             * Format: date-time
             * @description Start of its last meeting, or time of its last e-mail.
             */
            lastAt: string;
            /** @description People of the account, last contact first; at most 100. */
            people: components["schemas"]["PersonOfAccount"][];
            /** @description Signals that matched, the most frequent first; empty for a key without the scope `signals:read`. */
            signals: components["schemas"]["SignalOfAccount"][];
            /** @description Next steps of the 20 newest meetings whose summary has any, newest first. */
            openNextSteps: components["schemas"]["OpenNextStep"][];
            /** @description Opportunities of its meetings and e-mails, by name. */
            opportunities: {
                /** @description CRM id. */
                id: string;
                /** @description Its name, if it is known. */
                name?: string;
            }[];
        };
        AccountItem: {
            /** @description CRM id of the account. */
            id: string;
            /** @description Its name, if the CRM record is known. */
            name?: string;
            /** @description Its mail domains, if they are known. */
            domains: string[];
            /**
             * Format: int64
             * @description Its meetings.
             */
            meetingCount: number;
            /**
             * Format: int64
             * @description Its e-mails.
             */
            emailCount: number;
            /**
             * Format: date-time
             * @description Start of its first meeting, or time of its first e-mail.
             */
            firstAt: string;
            /**
             * Format: date-time
             * @description Start of its last meeting, or time of its last e-mail.
             */
            lastAt: string;
        };
        AccountPage: {
            accounts: components["schemas"]["AccountItem"][];
            /**
             * Format: int32
             * @description Total number of pages for the query; 0 if nothing matches.
             */
            pageCount: number;
        };
        /** @description The share of the moments labelled more than once whose labels agree; from 10 labels on. */
        Agreement: {
            /**
             * Format: int64
             * @description Moments labelled more than once.
             */
            moments: number;
            /**
             * Format: double
             * @description The estimate.
             */
            value: number;
            /**
             * Format: double
             * @description Lower end of its 95 % interval.
             */
            low: number;
            /**
             * Format: double
             * @description Upper end.
             */
            high: number;
        };
        Ai: {
            /**
             * @description The value of PARLEY_AI_PROVIDER.
             * @enum {string}
             */
            provider: "builtin" | "openai-compatible" | "anthropic";
            /** @description The display name of the provider. */
            providerTitle: string;
            /** @description The model. */
            model: string;
            today: {
                /**
                 * Format: int64
                 * @description Calls of the model.
                 */
                calls: number;
                /**
                 * Format: int64
                 * @description Input tokens.
                 */
                inputTokens: number;
                /**
                 * Format: int64
                 * @description Output tokens.
                 */
                outputTokens: number;
                /**
                 * Format: int64
                 * @description Upper bound of the tokens of calls in progress.
                 */
                reservedTokens: number;
            };
            /**
             * Format: int64
             * @description The organization's budget; omitted if there is none.
             */
            tokensPerDay?: number;
            /** @description Whether calls are deferred to the next day. */
            isBudgetUsedUp: boolean;
            /**
             * Format: date-time
             * @description When counting starts again.
             */
            nextDayAt: string;
            /** @description The environment variables that configure AI providers. They are read when Parley starts. */
            settings: components["schemas"]["AiSetting"][];
        };
        AiSetting: {
            /** @description The name of the variable. */
            name: string;
            /** @description The description of its value. */
            description: string;
            /** @description The default; omitted if there is none. */
            default?: string;
        };
        Alive: {
            /** @constant */
            status: "ok";
        };
        Answer: {
            /** @description The answer, in the order in which it is to be read; empty if nothing was found. */
            sentences: components["schemas"]["AskSentence"][];
            coverage: components["schemas"]["AskCoverage"];
            /** @description Why no meeting is in scope, if the organization has none of salesforceAccountId; otherwise omitted. */
            hint?: string;
            /**
             * Format: int64
             * @description Number of sentences that were left out, because no transcript has their quotes.
             */
            dropped: number;
            /** @description AI provider of the answer; `builtin` answers with extracts of what was said. */
            provider: string;
            /** @description Its model. */
            model?: string;
            tokens?: components["schemas"]["AskTokens"];
        };
        /** @description What the answer is based on. */
        AskCoverage: {
            /**
             * Format: int64
             * @description Number of meetings that the question is about.
             */
            meetingsInScope: number;
            /**
             * Format: int64
             * @description Number of meetings from which entries were read.
             */
            meetingsRead: number;
            /**
             * Format: int64
             * @description Number of transcript entries that were read: the answer is based on these alone.
             */
            entriesRead: number;
            /**
             * Format: int64
             * @description Number of meetings of the organization that cannot be searched yet, because the words of their transcripts are still being indexed; omitted if there are none.
             */
            unindexedMeetings?: number;
        };
        AskQuote: {
            /** @description Identifier of the meeting. */
            meetingId: string;
            /** @description Title of the meeting. */
            title: string;
            /**
             * Format: date-time
             * @description Start of the meeting, in UTC.
             */
            startTime: string;
            /**
             * Format: int64
             * @description Index of the entry in the transcript, counted from 0.
             */
            entryIndex: number;
            /**
             * Format: double
             * @description Position of the entry from the start of the meeting, in seconds.
             */
            timestampSeconds?: number;
            /** @description The speaker, as named by the source. */
            speaker?: string;
            /**
             * @description Whether the speaker or writer belongs to the organization (`us`) or not (`customer`), as `isInternal` says; omitted if it is not known.
             * @enum {string}
             */
            side?: "us" | "customer";
            /** @description The words, exactly as in the transcript. */
            text: string;
            /** @description The meeting in the console, at this entry. */
            url: string;
        };
        AskRequest: {
            /** @description The question, in any language; its words are searched for in what was said. */
            question: string;
            /** @description Only meetings of this CRM account. */
            salesforceAccountId?: string | null;
            /** @description Only these meetings. */
            meetingIds?: string[] | null;
            /**
             * Format: date-time
             * @description Only meetings that start at or after this time.
             */
            from?: string | null;
            /**
             * Format: date-time
             * @description Only meetings that end at or before this time. It must not be before `from`.
             */
            to?: string | null;
        };
        AskSentence: {
            /** @description A sentence of the answer. */
            text: string;
            /** @description The words that prove it. */
            quotes: components["schemas"]["AskQuote"][];
        };
        /** @description The tokens used; omitted if no model was called. */
        AskTokens: {
            /**
             * Format: int64
             * @description Input tokens.
             */
            input: number;
            /**
             * Format: int64
             * @description Output tokens.
             */
            output: number;
        };
        Attendee: {
            /** @description Identifier of the person: the same in every meeting of the organization. */
            id: string;
            /** @description Name as given by the source. */
            name?: string;
            /**
             * Format: email
             * @description Address as given by the source.
             */
            email?: string;
            /** @description Whether the person belongs to the organization. */
            isInternal?: boolean;
            /** @description CRM case of the attendee. */
            crmCaseId?: string;
            /** @description CRM lead of the attendee. */
            crmLeadId?: string;
        };
        AuditPage: {
            records: components["schemas"]["AuditRecord"][];
            /**
             * Format: int64
             * @description Requests the next page; omitted on the last one.
             */
            nextBefore?: number;
        };
        AuditRecord: {
            /**
             * Format: int64
             * @description Identifier of the record.
             */
            id: number;
            /**
             * Format: date-time
             * @description Time of the change.
             */
            at: string;
            /**
             * Format: int64
             * @description The key that made the change; omitted if it was the operator, at the command line or with a key of their own.
             */
            keyId?: number;
            /** @description Name of that key. */
            keyName?: string;
            /** @description The request that made the change, as in its X-Request-Id header. */
            requestId?: string;
            /** @description The action, such as key.create. */
            action: string;
            /** @description The subject, such as key 12. */
            subject: string;
            /** @description Details, depending on the action. */
            detail: {
                [key: string]: unknown;
            };
        };
        Backtest: {
            /**
             * Format: int64
             * @description Identifier of the backtest.
             */
            backtestId: number;
            /**
             * Format: int64
             * @description The signal that the draft is compared with.
             */
            signalId?: number;
            /**
             * Format: int64
             * @description Its version, which was current when the backtest started.
             */
            version?: number;
            draft: components["schemas"]["BacktestDraft"];
            /**
             * Format: date-time
             * @description Start of the window; omitted if the meetings were named.
             */
            from?: string;
            /**
             * Format: date-time
             * @description End of the window; omitted if the meetings were named.
             */
            to?: string;
            /**
             * @description The state is running until the backtest is done, or failed if the rest cannot be evaluated.
             * @enum {string}
             */
            state: "running" | "done" | "failed";
            /** @description Why it is waiting or has failed. */
            note?: string;
            /**
             * Format: date-time
             * @description Start of the backtest, in UTC.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description End of the backtest, in UTC.
             */
            finishedAt?: string;
            estimate: components["schemas"]["BacktestEstimate"];
            /**
             * Format: int64
             * @description Number of meetings in the backtest, without those deleted since it started.
             */
            meetings: number;
            /**
             * Format: int64
             * @description Number of meetings evaluated: fired + notFired + failed of draftResult.
             */
            judged: number;
            draftResult: components["schemas"]["BacktestTally"];
            comparison?: components["schemas"]["BacktestComparison"];
            quality?: components["schemas"]["BacktestQuality"];
            tokens: components["schemas"]["BacktestTokens"];
        };
        /** @description Compares the draft with the current version of its signal. A meeting that one of the two could not evaluate counts in none of both, onlyDraft, onlyCurrent and neither. */
        BacktestComparison: {
            current: components["schemas"]["BacktestTally"];
            /**
             * Format: int64
             * @description Meetings in which both fire.
             */
            both: number;
            /**
             * Format: int64
             * @description Meetings in which only the draft fires.
             */
            onlyDraft: number;
            /**
             * Format: int64
             * @description Meetings in which only the current version fires.
             */
            onlyCurrent: number;
            /**
             * Format: int64
             * @description Meetings in which neither fires.
             */
            neither: number;
        };
        /** @description The result of the version with which the draft is compared. */
        BacktestCurrentOutcome: {
            /**
             * @description The result.
             * @enum {string}
             */
            state: "fired" | "not_fired" | "failed";
            /** @description Why it fires or not, or why it failed. */
            reason: string;
            /** @description The evidence. */
            quotes: components["schemas"]["Quote"][];
            /**
             * Format: double
             * @description How probable it is, by the estimate of the model, that its first verdict is right; omitted if it gave none.
             */
            confidence?: number;
            votes?: components["schemas"]["Votes"];
            /** @description Identifier of the evaluation, for labels. */
            evaluationId: string;
        };
        /** @description Of the version with which it is compared. */
        BacktestCurrentQuality: {
            labels: components["schemas"]["LabelCounts"];
            precision?: components["schemas"]["Precision"];
            recall?: components["schemas"]["Recall"];
        };
        BacktestDraft: {
            /** @description Its prompt. */
            prompt: string;
            phrases: string[];
            /**
             * @description Whose words count: anyone's, or only those of one side. `us` are people who are known to belong to the organization (`isInternal`), `customer` everybody else. It applies to phrases and prompts.
             * @enum {string}
             */
            saidBy: "anyone" | "customer" | "us";
        };
        /** @description The result of the draft. */
        BacktestDraftOutcome: {
            /**
             * @description The result.
             * @enum {string}
             */
            state: "fired" | "not_fired" | "failed";
            /** @description Why it fires or not, or why it failed. */
            reason: string;
            /** @description The evidence. */
            quotes: components["schemas"]["Quote"][];
            /**
             * Format: double
             * @description How probable it is, by the estimate of the model, that its first verdict is right; omitted if it gave none.
             */
            confidence?: number;
            votes?: components["schemas"]["Votes"];
            /** @description Identifier of the evaluation, for labels. */
            evaluationId: string;
        };
        /** @description Of the draft. */
        BacktestDraftQuality: {
            labels: components["schemas"]["LabelCounts"];
            precision?: components["schemas"]["Precision"];
            recall?: components["schemas"]["Recall"];
        };
        BacktestDryRun: {
            /** @description Always true: nothing was started. */
            dryRun: boolean;
            estimate: components["schemas"]["BacktestEstimateToday"];
        };
        BacktestEstimate: {
            /**
             * Format: int64
             * @description Meetings with a transcript to choose from.
             */
            meetingsInWindow: number;
            /**
             * Format: int64
             * @description Meetings to be evaluated.
             */
            meetings: number;
            /**
             * Format: int64
             * @description Calls of the model.
             */
            calls: number;
            /**
             * Format: int64
             * @description Input tokens.
             */
            inputTokens: number;
            /**
             * Format: int64
             * @description Output tokens.
             */
            outputTokens: number;
            /**
             * Format: double
             * @description US dollars, by the prices that the operator set; omitted if there are none.
             */
            costUsd?: number;
        };
        BacktestEstimateToday: {
            /**
             * Format: int64
             * @description Meetings with a transcript to choose from.
             */
            meetingsInWindow: number;
            /**
             * Format: int64
             * @description Meetings to be evaluated.
             */
            meetings: number;
            /**
             * Format: int64
             * @description Calls of the model.
             */
            calls: number;
            /**
             * Format: int64
             * @description Input tokens.
             */
            inputTokens: number;
            /**
             * Format: int64
             * @description Output tokens.
             */
            outputTokens: number;
            /**
             * Format: double
             * @description US dollars, by the prices that the operator set; omitted if there are none.
             */
            costUsd?: number;
            /**
             * Format: int64
             * @description The organization's remaining tokens for today; omitted if there is no budget.
             */
            tokensLeftToday?: number;
        };
        BacktestPage: {
            backtests: components["schemas"]["Backtest"][];
            /**
             * Format: int32
             * @description Total number of pages for the query; 0 if nothing matches.
             */
            pageCount: number;
        };
        /** @description Compares both on the labelled meetings alone; omitted if there are none, and in lists. Conversations in which the signal did not fire are labelled less often, so recall is higher than in the quality of the signal. */
        BacktestQuality: {
            /**
             * Format: int64
             * @description Meetings whose labels say something about both.
             */
            meetings: number;
            /**
             * Format: int64
             * @description Those in which only the draft is right.
             */
            improved: number;
            /**
             * Format: int64
             * @description Those in which only the current version is right.
             */
            worsened: number;
            draft: components["schemas"]["BacktestDraftQuality"];
            current: components["schemas"]["BacktestCurrentQuality"];
        };
        BacktestRequest: {
            /**
             * Format: int64
             * @description The signal that the draft changes: fields omitted from the draft are those of its current version, and the two are compared. Without it, the draft is independent and requires a prompt.
             */
            signalId?: number | null;
            /** @description What the signal looks for. */
            prompt?: string | null;
            /** @description If there are phrases, the signal fires if one of them occurs in the conversation, and no model is called. */
            phrases?: string[] | null;
            /**
             * @description Whose words count: anyone's, or only those of one side. `us` are people who are known to belong to the organization (`isInternal`), `customer` everybody else. It applies to phrases and prompts.
             * @enum {string|null}
             */
            saidBy?: "anyone" | "customer" | "us" | null;
            /**
             * Format: date-time
             * @description Only meetings that started at or after this time. Required unless meetingIds is given, or onlyLabelled is true.
             */
            from?: string | null;
            /**
             * Format: date-time
             * @description The end of the window, inclusive. It must not be before `from`. Default: current time.
             */
            to?: string | null;
            /**
             * Format: int32
             * @description The largest number of meetings to evaluate: those of the window in which evaluations of the signal are labelled, then the newest others.
             * @default 200
             */
            maxMeetings?: number | null;
            /** @description Exactly these meetings. It cannot be combined with from, to, maxMeetings and onlyLabelled. */
            meetingIds?: string[] | null;
            /**
             * @description Only meetings in which evaluations of the signal are labelled, to compare the draft with its current version.
             * @default false
             */
            onlyLabelled?: boolean | null;
            /**
             * @description true: only the estimate is returned, and nothing is started. false: the backtest starts.
             * @default true
             */
            dryRun?: boolean | null;
        };
        BacktestResult: {
            /** @description Identifier of the meeting. */
            meetingId: string;
            /** @description Its title. */
            title: string;
            /**
             * Format: date-time
             * @description When it started, in UTC.
             */
            startTime: string;
            draft: components["schemas"]["BacktestDraftOutcome"];
            current?: components["schemas"]["BacktestCurrentOutcome"];
        };
        BacktestResultPage: {
            results: components["schemas"]["BacktestResult"][];
            /**
             * Format: int32
             * @description Total number of pages for the query; 0 if nothing matches.
             */
            pageCount: number;
        };
        BacktestResultsToLabel: {
            /**
             * Format: int64
             * @description Evaluations left to label, including those listed.
             */
            total: number;
            evaluations: components["schemas"]["EvaluationToLabel"][];
        };
        BacktestTally: {
            /**
             * Format: int64
             * @description Meetings in which it fires.
             */
            fired: number;
            /**
             * Format: int64
             * @description Meetings in which it does not fire.
             */
            notFired: number;
            /**
             * Format: int64
             * @description Meetings that could not be evaluated.
             */
            failed: number;
        };
        /** @description Usage so far. */
        BacktestTokens: {
            /**
             * Format: int64
             * @description Input tokens.
             */
            inputTokens: number;
            /**
             * Format: int64
             * @description Output tokens.
             */
            outputTokens: number;
            /**
             * Format: double
             * @description US dollars, by the prices that the operator set; omitted if there are none.
             */
            costUsd?: number;
        };
        /** @description What labels of all versions say about the confidence of the present model; omitted if the AI provider is not a model. */
        Calibration: {
            /** @description The model. */
            model: string;
            /**
             * Format: double
             * @description The confidence below which its verdicts are voted on.
             */
            votesBelow: number;
            bands: components["schemas"]["ConfidenceBand"][];
        };
        Change: {
            /** @description Number of the change within the organization. Positions only grow; all items of the present state have the same one. */
            position: string;
            /**
             * @description Kind of the entity that changed.
             * @enum {string}
             */
            type: "meeting" | "email" | "execution" | "signal" | "user";
            /** @description Identifier of the entity. */
            id: string;
            /**
             * @description What happened to it. An execution that was superseded is `deleted`.
             * @enum {string}
             */
            change: "created" | "updated" | "deleted";
            /** @description The parts of a meeting that an update changed. */
            fields?: ("details" | "transcript" | "crm" | "recording" | "summary")[];
            /**
             * Format: date-time
             * @description When it changed; for an item of the present state, when it was read.
             */
            at: string;
            /** @description With `includeData`: the entity as it is now, as the operation that gets it by id shows it, a meeting without its transcript. Left out if the entity is gone. */
            data?: {
                [key: string]: unknown;
            };
        };
        Changes: {
            /** @description In the order of their positions. */
            changes: components["schemas"]["Change"][];
            /** @description Cursor to read on from: the value of `after` in the next request. It is always there. */
            next: string;
            /** @description Whether nothing follows this page yet. It is false as well if changes have waited for their positions for more than five seconds, as while no worker runs; wait before you ask again if the page is empty. */
            upToDate: boolean;
        };
        ConfidenceBand: {
            /**
             * Format: double
             * @description The least confidence of the band.
             */
            from: number;
            /**
             * Format: double
             * @description Where the next band begins.
             */
            to: number;
            /**
             * Format: int64
             * @description Labelled evaluations whose first verdict had such a confidence.
             */
            labels: number;
            /**
             * Format: int64
             * @description Those whose first verdict was right.
             */
            right: number;
        };
        Coverage: {
            /**
             * Format: int64
             * @description Identifier of the signal.
             */
            signalId: number;
            /**
             * Format: date-time
             * @description Start of the window, inclusive.
             */
            from: string;
            /**
             * Format: date-time
             * @description End of the window, inclusive.
             */
            to: string;
            /**
             * Format: int64
             * @description Conversations of the window that match the contextSource of the signal.
             */
            sources: number;
            /**
             * Format: int64
             * @description Conversations for which the signal is evaluated: fired + notFired + failed + pending.
             */
            eligible: number;
            /**
             * Format: int64
             * @description Conversations in which it fired.
             */
            fired: number;
            /**
             * Format: int64
             * @description Conversations in which it was evaluated and did not fire.
             */
            notFired: number;
            /**
             * Format: int64
             * @description Conversations for which it could not be evaluated.
             */
            failed: number;
            /**
             * Format: int64
             * @description Conversations for which its evaluation is pending.
             */
            pending: number;
            /**
             * Format: int64
             * @description Conversations for which it is not evaluated: sources − eligible.
             */
            notEvaluated: number;
        };
        CreateFollowUpPrompt: {
            /** @description Name of the follow-up prompt, unique within the signal. */
            name: string;
            /** @description The question that is answered if the signal fires. */
            prompt: string;
        };
        CreateKey: {
            /** @description Purpose of the key. */
            name: string;
            scopes: components["schemas"]["Scope"][];
            /**
             * Format: date-time
             * @description When it expires: at the latest when the calling key does, which is also the default. Without a default, it never expires.
             */
            expiresAt?: string | null;
        };
        CreateOrganization: {
            /** @description Name of the organization. */
            name: string;
            /** @description Attendees of these domains and their subdomains are internal. */
            domains?: string[] | null;
        };
        CreateSignal: {
            /** @description Name of the signal. */
            signalName: string;
            /** @description What the signal looks for. */
            prompt: string;
            /**
             * @description The conversations for which the signal is evaluated. Default: `MEETING`.
             * @enum {string|null}
             */
            contextSource?: "MEETING" | "EMAIL" | "ALL" | null;
            /**
             * @description Whether the signal is evaluated for incoming conversations.
             * @default true
             */
            enabled?: boolean | null;
            /** @description If there are phrases, the signal fires if one of them occurs in the conversation, and no model is called. */
            phrases?: string[] | null;
            /**
             * @description Whose words count: anyone's, or only those of one side. `us` are people who are known to belong to the organization (`isInternal`), `customer` everybody else. It applies to phrases and prompts. Default: `anyone`.
             * @enum {string|null}
             */
            saidBy?: "anyone" | "customer" | "us" | null;
            /** @description Questions that are answered if the signal fires. */
            followUpPrompts?: components["schemas"]["CreateFollowUpPrompt"][] | null;
        };
        CreateWebhook: {
            /** @description The http or https URL that messages are posted to, without a user name or password. Addresses that are not public are refused, here and when connecting, unless PARLEY_FETCH_ALLOW names them. */
            url: string;
            /** @description The types of entities whose changes are sent. By default all that the key may see; for Slack, `execution`. */
            types?: ("meeting" | "email" | "execution" | "signal" | "user")[] | null;
            /** @description Only executions of these signals are sent. An empty list stands for all signals. */
            signalIds?: number[] | null;
            /** @description A note for people. */
            description?: string | null;
            /**
             * @description `standard`: messages as Standard Webhooks specifies. `slack`: a new match of a signal as text for an incoming webhook of Slack. Default: `standard`.
             * @enum {string|null}
             */
            format?: "standard" | "slack" | null;
            /**
             * @description `hmac`: signatures `v1` with a shared secret, which every library for Standard Webhooks verifies. `ed25519`: signatures `v1a`, which are verified with a public key. Default: `hmac`.
             * @enum {string|null}
             */
            signing?: "hmac" | "ed25519" | null;
            /**
             * @description Whether messages are sent. A webhook that is enabled again goes on where it stopped.
             * @default true
             */
            enabled?: boolean | null;
            /**
             * @description A cursor of the feed of changes: the first message is about the change after it. `now`: only what changes from now on.
             * @default now
             */
            after?: string | null;
        };
        CrmRecord: {
            /**
             * @description Type of the record.
             * @enum {string}
             */
            type: "ACCOUNT" | "OPPORTUNITY" | "LEAD" | "CASE";
            /** @description Its id; 15-character Salesforce ids are extended to 18 characters. */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description For accounts only; replaces the account's domains. */
            domains?: string[] | null;
        };
        CrmRecordPage: {
            records: components["schemas"]["NamedCrmRecord"][];
            /**
             * Format: int32
             * @description Total number of pages for the query; 0 if nothing matches.
             */
            pageCount: number;
        };
        DefinitionExecution: {
            /**
             * Format: int64
             * @description Identifier of the execution, as used in requests for evidence; only if requested.
             */
            executionId?: number;
            /**
             * Format: int64
             * @description Identifier of the signal.
             */
            signalId: number;
            /** @description Name of the signal at that time. */
            signalName: string;
            /**
             * Format: date-time
             * @description Time of the evaluation, in UTC.
             */
            triggeredAt: string;
            /** @description Title of the meeting, or subject of the e-mail. */
            sourceTitle: string;
            /** @description Prompt of the version that was evaluated. */
            prompt: string;
            /** @description Why it fired. */
            reason: string;
            /**
             * Format: email
             * @description Host of the meeting, or sender of the e-mail.
             */
            hostEmail: string;
            /** @description Attendees of the meeting, or recipients of the e-mail. */
            attendeeEmails: string[];
            /** @description CRM account at that time. */
            crmAccountId?: string;
            /** @description Its name. */
            crmAccountName?: string;
            /** @description CRM opportunity at that time. */
            crmOpportunityId?: string;
            /** @description Its name. */
            crmOpportunityName?: string;
            /** @description CRM lead at that time. */
            crmLeadId?: string;
            /** @description Its name. */
            crmLeadName?: string;
            /**
             * Format: int64
             * @description Identifier of the meeting.
             */
            sourceId: number;
            /**
             * @description Always a meeting.
             * @enum {string}
             */
            sourceType: "meeting";
            /** @description Answers to the follow-up prompts; only if requested. */
            followUpPrompts?: components["schemas"]["FollowUpOutput"][];
        };
        DefinitionExecutionPage: {
            signals: components["schemas"]["DefinitionExecution"][];
            /**
             * Format: int32
             * @description Total number of pages for the query; 0 if nothing matches.
             */
            pageCount: number;
        };
        Email: {
            /** @description E-mail identifier: a whole number as text. */
            id: string;
            /** @description Subject; empty if the e-mail has none. */
            subject: string;
            /**
             * Format: date-time
             * @description When it was sent, in UTC.
             */
            sentAt: string;
            /** @description The sender. */
            from: {
                /** @description Name as given by the source. */
                name?: string;
                /**
                 * Format: email
                 * @description Address as given by the source.
                 */
                email: string;
            };
            /** @description The recipients. */
            to: {
                /** @description Name as given by the source. */
                name?: string;
                /**
                 * Format: email
                 * @description Address as given by the source.
                 */
                email: string;
            }[];
            /** @description The recipients in copy. */
            cc: {
                /** @description Name as given by the source. */
                name?: string;
                /**
                 * Format: email
                 * @description Address as given by the source.
                 */
                email: string;
            }[];
            /** @description The text, word for word. */
            text: string;
            /** @description The Message-ID header as given by the source. */
            messageId?: string;
            /** @description CRM account. */
            crmAccountId?: string;
            /** @description CRM opportunity. */
            crmOpportunityId?: string;
            /** @description CRM lead. */
            crmLeadId?: string;
        };
        EmailPage: {
            emails: components["schemas"]["Email"][];
            /**
             * Format: int32
             * @description Total number of pages for the query; 0 if nothing matches.
             */
            pageCount: number;
        };
        /** @description The body of every error response. */
        Error: {
            /** @description The error, in one clear sentence. */
            error: string;
        };
        Evaluation: {
            /**
             * Format: int64
             * @description Identifier of the signal.
             */
            signalId: number;
            /** @description Its name now. */
            signalName: string;
            /**
             * Format: int64
             * @description Version of the signal that was or will be evaluated.
             */
            version: number;
            /**
             * @description The result.
             * @enum {string}
             */
            state: "fired" | "not_fired" | "failed" | "pending";
            /** @description Identifier of the evaluation, for labels; omitted if the signal has not been evaluated yet. */
            evaluationId?: string;
            /** @description Why it fired or not, or why it failed. */
            reason?: string;
            /**
             * Format: int64
             * @description Its execution, if it fired.
             */
            executionId?: number;
            /**
             * Format: date-time
             * @description Time of the evaluation, in UTC.
             */
            evaluatedAt?: string;
            /** @description AI provider of the evaluation; `phrases` if the phrases of the signal decided. */
            provider?: string;
            /** @description Its model; `exact` for phrases. */
            model?: string;
            /**
             * Format: double
             * @description How probable it is, by the estimate of the model, that its first verdict is right; omitted if it gave none.
             */
            confidence?: number;
            votes?: components["schemas"]["Votes"];
            /** @description The evidence. */
            quotes: components["schemas"]["Quote"][];
        };
        EvaluationToLabel: {
            /** @description Identifier of the evaluation. */
            evaluationId: string;
            /**
             * @description The result.
             * @enum {string}
             */
            state: "fired" | "not_fired";
            /** @description Why it fired or not. */
            reason: string;
            /** @description The evidence; empty if it did not fire. */
            quotes: components["schemas"]["Quote"][];
            /**
             * Format: double
             * @description How probable it is, by the estimate of the model, that its first verdict is right; omitted if it gave none.
             */
            confidence?: number;
            votes?: components["schemas"]["Votes"];
            /**
             * @description Kind of the conversation.
             * @enum {string}
             */
            sourceType: "meeting" | "email";
            /** @description Identifier of the meeting or e-mail: a whole number as text. */
            sourceId: string;
            /** @description Title of the meeting or subject of the e-mail. */
            sourceTitle: string;
            /**
             * Format: date-time
             * @description When the meeting started or the e-mail was sent.
             */
            sourceTime: string;
        };
        EvaluationsToLabel: {
            /**
             * Format: int64
             * @description The version.
             */
            version: number;
            /**
             * Format: int64
             * @description Evaluations left to label, including those listed.
             */
            total: number;
            evaluations: components["schemas"]["EvaluationToLabel"][];
        };
        Evidence: {
            /**
             * Format: int64
             * @description Identifier of the execution.
             */
            executionId: number;
            /** @description Identifier of the evaluation, for labels. */
            evaluationId: string;
            /**
             * Format: int64
             * @description Identifier of the signal.
             */
            signalId: number;
            /**
             * Format: int64
             * @description Version of the signal that was evaluated.
             */
            version: number;
            /** @description AI provider of the evaluation; `phrases` if the phrases of the signal decided. */
            provider: string;
            /** @description Its model; `exact` for phrases. */
            model: string;
            /**
             * Format: date-time
             * @description Time of the evaluation, in UTC.
             */
            triggeredAt: string;
            /**
             * @description Kind of the conversation.
             * @enum {string}
             */
            sourceType: "meeting" | "email";
            /** @description Identifier of the meeting or e-mail: a whole number as text. */
            sourceId: string;
            /** @description Why it fired. */
            reason: string;
            /** @description Whether the conversation has been evaluated again since; the lists no longer show this execution. */
            superseded: boolean;
            /**
             * Format: double
             * @description How probable it is, by the estimate of the model, that its first verdict is right; omitted if it gave none.
             */
            confidence?: number;
            votes?: components["schemas"]["Votes"];
            /** @description The evidence. */
            quotes: components["schemas"]["Quote"][];
        };
        /** @description The share of those that fired that are right. */
        ExamplePrecision: {
            /**
             * Format: double
             * @description The estimate.
             */
            value: number;
            /**
             * Format: double
             * @description Lower end of its 95 % interval.
             */
            low: number;
            /**
             * Format: double
             * @description Upper end.
             */
            high: number;
        };
        /** @description The share of the moments that it finds. */
        ExampleRecall: {
            /**
             * Format: double
             * @description The estimate.
             */
            value: number;
            /**
             * Format: double
             * @description Lower end of its 95 % interval.
             */
            low: number;
            /**
             * Format: double
             * @description Upper end.
             */
            high: number;
        };
        ExampleSignal: {
            signal: components["schemas"]["ExampleSignalBody"];
            quality: components["schemas"]["ExampleSignalQuality"];
        };
        /** @description The body of the request that creates it. */
        ExampleSignalBody: {
            /** @description Name of the signal. */
            signalName: string;
            /** @description What the signal looks for. */
            prompt: string;
            /**
             * @description The conversations for which the signal is evaluated.
             * @enum {string}
             */
            contextSource: "MEETING" | "EMAIL" | "ALL";
            /** @description False: it evaluates nothing until somebody enables it. */
            enabled: boolean;
            phrases: string[];
            /**
             * @description Whose words count: anyone's, or only those of one side. `us` are people who are known to belong to the organization (`isInternal`), `customer` everybody else. It applies to phrases and prompts.
             * @enum {string}
             */
            saidBy: "anyone" | "customer" | "us";
        };
        ExampleSignalList: {
            languages: string[];
            examples: components["schemas"]["ExampleSignal"][];
        };
        ExampleSignalQuality: {
            /**
             * Format: int64
             * @description The sentences that were invented for it and labelled.
             */
            sentences: number;
            /**
             * Format: int64
             * @description Those with a moment that the signal looks for.
             */
            moments: number;
            /**
             * Format: int64
             * @description Those in which its phrases fired.
             */
            fired: number;
            /**
             * Format: int64
             * @description Those of them with such a moment.
             */
            right: number;
            precision: components["schemas"]["ExamplePrecision"];
            recall: components["schemas"]["ExampleRecall"];
        };
        Execution: {
            /**
             * Format: int64
             * @description Identifier of the execution, as used in requests for evidence.
             */
            executionId: number;
            /**
             * Format: int64
             * @description Identifier of the signal.
             */
            signalId: number;
            /** @description Name of the signal at that time. */
            signalName: string;
            /**
             * Format: date-time
             * @description Time of the evaluation, in UTC.
             */
            triggeredAt: string;
            /** @description Title of the meeting, or subject of the e-mail. */
            sourceTitle: string;
            /** @description Prompt of the version that was evaluated. */
            prompt: string;
            /** @description Why it fired. */
            reason: string;
            /**
             * Format: email
             * @description Host of the meeting, or sender of the e-mail.
             */
            hostEmail: string;
            /** @description Attendees of the meeting, or recipients of the e-mail. */
            attendeeEmails: string[];
            /** @description CRM account at that time. */
            crmAccountId?: string;
            /** @description Its name. */
            crmAccountName?: string;
            /** @description CRM opportunity at that time. */
            crmOpportunityId?: string;
            /** @description Its name. */
            crmOpportunityName?: string;
            /** @description CRM lead at that time. */
            crmLeadId?: string;
            /** @description Its name. */
            crmLeadName?: string;
            /**
             * Format: int64
             * @description Identifier of the meeting or, by `sourceType`, of the e-mail.
             */
            sourceId: number;
            /**
             * @description Kind of the conversation.
             * @enum {string}
             */
            sourceType: "meeting" | "email";
            /**
             * Format: date-time
             * @description Start of the meeting, or time of the e-mail, in UTC; only if requested.
             */
            sourceTime?: string;
            /** @description Its proof; only if requested. */
            quotes?: components["schemas"]["Quote"][];
            /**
             * Format: double
             * @description How probable it is, by the estimate of the model, that its first verdict is right; omitted if it gave none.
             */
            confidence?: number;
            votes?: components["schemas"]["Votes"];
            /** @description Answers to the follow-up prompts; only if requested. */
            followUpPrompts?: components["schemas"]["FollowUpOutput"][];
        };
        ExecutionPage: {
            signals: components["schemas"]["Execution"][];
            /**
             * Format: int32
             * @description Total number of pages for the query; 0 if nothing matches.
             */
            pageCount: number;
        };
        /** @description An export; `manifest` is there once it is done. */
        Export: {
            /** @description Identifier of the export: a whole number as text. */
            id: string;
            /**
             * @description `pending` until it begins. A `failed` export says why in `reason`.
             * @enum {string}
             */
            state: "pending" | "running" | "done" | "failed";
            /**
             * @description Format of the files.
             * @enum {string}
             */
            format: "ndjson" | "parquet";
            /** @description The types that it contains. */
            types: ("meeting" | "email" | "execution" | "signal" | "user")[];
            /** @description Whether its meetings contain their transcripts. */
            includeTranscripts: boolean;
            /** @description The cursor after which it exports changes; omitted if it exports everything. */
            after?: string;
            progress: components["schemas"]["ExportProgress"];
            /** @description Why it failed. */
            reason?: string;
            /**
             * Format: date-time
             * @description When it was requested.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was done or failed.
             */
            finishedAt?: string;
            /**
             * Format: date-time
             * @description When it will be deleted with its files.
             */
            expiresAt?: string;
            manifest?: components["schemas"]["ExportManifest"];
        };
        ExportFile: {
            /** @description Name of the file. */
            name: string;
            /**
             * @description A type of entities.
             * @enum {string}
             */
            type: "meeting" | "email" | "execution" | "signal" | "user";
            /**
             * Format: int64
             * @description Number of its rows.
             */
            rows: number;
            /**
             * Format: int64
             * @description Its size.
             */
            bytes: number;
            /** @description SHA-256 of its bytes. */
            sha256: string;
            /** @description Signed URL to download it, without a key. */
            url: string;
        };
        ExportHead: {
            /** @description Identifier of the export: a whole number as text. */
            id: string;
            /**
             * @description `pending` until it begins. A `failed` export says why in `reason`.
             * @enum {string}
             */
            state: "pending" | "running" | "done" | "failed";
            /**
             * @description Format of the files.
             * @enum {string}
             */
            format: "ndjson" | "parquet";
            /** @description The types that it contains. */
            types: ("meeting" | "email" | "execution" | "signal" | "user")[];
            /** @description Whether its meetings contain their transcripts. */
            includeTranscripts: boolean;
            /** @description The cursor after which it exports changes; omitted if it exports everything. */
            after?: string;
            progress: components["schemas"]["ExportProgress"];
            /** @description Why it failed. */
            reason?: string;
            /**
             * Format: date-time
             * @description When it was requested.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was done or failed.
             */
            finishedAt?: string;
            /**
             * Format: date-time
             * @description When it will be deleted with its files.
             */
            expiresAt?: string;
        };
        ExportManifest: {
            /**
             * Format: int64
             * @description Version of the layout of the files. It changes if readers have to change.
             */
            schemaVersion: number;
            /**
             * Format: date-time
             * @description When the export was done.
             */
            createdAt: string;
            /**
             * @description Format of the files.
             * @enum {string}
             */
            format: "ndjson" | "parquet";
            /** @description Whether meetings contain their transcripts. */
            includeTranscripts: boolean;
            /** @description Cursor of the changes that follow the export, for `GET /v1/changes` or the next export. */
            changesCursor: string;
            /**
             * Format: date-time
             * @description When the URLs expire: 2 hours after the response. Read the export again for new ones.
             */
            urlsExpireAt: string;
            /** @description The files in the order in which they are to be read: the later row of an id replaces the earlier one. */
            files: components["schemas"]["ExportFile"][];
        };
        ExportPage: {
            exports: components["schemas"]["ExportHead"][];
            /**
             * Format: int32
             * @description Total number of pages for the query; 0 if nothing matches.
             */
            pageCount: number;
        };
        ExportProgress: {
            /**
             * Format: int32
             * @description How much has been exported; 100 only if it is done.
             */
            percent: number;
            /**
             * Format: int64
             * @description Files that are complete.
             */
            files: number;
            /**
             * Format: int64
             * @description Rows in these files.
             */
            rows: number;
            /**
             * Format: int64
             * @description Size of these files.
             */
            bytes: number;
        };
        ExportRequest: {
            /**
             * @description Format of the files.
             * @enum {string}
             */
            format: "ndjson" | "parquet";
            /** @description The types to export. Default: all that the scopes of the key show; `meeting` and `email` need `meetings:read`, `execution` and `signal` need `signals:read`, `user` needs `users:read`. */
            types?: ("meeting" | "email" | "execution" | "signal" | "user")[] | null;
            /** @description Exports only what changed after this cursor: `changesCursor` of an earlier export, or `next` of a page of changes. `start`, the default, exports everything. */
            after?: string | null;
            /**
             * @description Whether meetings contain their transcripts.
             * @default true
             */
            includeTranscripts?: boolean | null;
        };
        Finding: {
            /** @description The finding, in a sentence. */
            text: string;
            /** @description The evidence. */
            quotes: components["schemas"]["Quote"][];
        };
        FiredSignal: {
            /**
             * Format: int64
             * @description Identifier of the execution.
             */
            executionId: number;
            /**
             * Format: int64
             * @description Identifier of the signal.
             */
            signalId: number;
            /** @description Name of the signal. */
            signalName: string;
        };
        FollowUpOutput: {
            /** @description Name of the follow-up prompt. */
            name: string;
            /** @description The question. */
            prompt: string;
            /** @description The answer. */
            response: string;
        };
        FollowUpPrompt: {
            /** @description Name of the follow-up prompt. */
            name: string;
            /** @description The question that is answered if the signal fires. */
            prompt: string;
        };
        FoundMeeting: {
            /** @description Identifier of the meeting: a whole number as text. */
            id: string;
            /** @description Its title. */
            title: string;
            /**
             * Format: date-time
             * @description Its start, in UTC.
             */
            startTime: string;
            /** @description Name of the host. */
            hostName?: string;
            /**
             * Format: email
             * @description Address of the host.
             */
            hostEmail: string;
        };
        FoundPerson: {
            /**
             * Format: email
             * @description Address of the person.
             */
            email: string;
            /** @description Name, as in the newest of their meetings. */
            name?: string;
        };
        ImportFormat: {
            /** @description Name of the format. */
            name: string;
            /**
             * @description Whether a file contains one `transcript`, or whole `meetings` as bodies of the ingest operation. A transcript needs details from the query or from its name.
             * @enum {string}
             */
            holds: "transcript" | "meetings";
            /** @description The extensions of its files. */
            extensions: string[];
            /** @description The media types of its files. */
            mediaTypes: string[];
            /** @description The formats that it comprises, if there are several: the values of `format` in imports. */
            variants?: string[];
        };
        ImportFormats: {
            /** @description The formats. */
            formats: components["schemas"]["ImportFormat"][];
            /**
             * Format: int64
             * @description The largest size of a file, in bytes.
             */
            maxBytes: number;
            /** @description The extensions of archives whose files are imported. */
            archiveExtensions: string[];
            /**
             * Format: int64
             * @description The most meetings that a file may contain.
             */
            maxMeetings: number;
        };
        /** @description A meeting that was imported, with the facts about it, or a meeting or a file of an archive that was refused, with `error` and `status`. */
        ImportOutcome: {
            /** @description Name of its file in the archive; absent if the file is no archive. */
            file?: string;
            /**
             * Format: int64
             * @description Number of the meeting in its file; absent if it is the only one.
             */
            item?: number;
            /** @description Identifier of the meeting: a whole number as text. */
            meetingId?: string;
            /** @description Whether the meeting was new. */
            created?: boolean;
            /**
             * @description What happened to the meeting.
             * @enum {string}
             */
            outcome?: "created" | "updated" | "unchanged";
            /** @description Format of the file: WebVTT, Whisper TSV, SBV, Fireflies text, Zoom captions, Parley Markdown, Teams text, Fathom or Gong text, Otter or Teams text, Google Meet text, Timed text, Dialogue text, SubRip, Word document, JSON, Parley, Gong, Fireflies, Fathom, Otter, Google Meet, Recall.ai, Recall.ai events, AssemblyAI, Deepgram, Rev.ai, Whisper, whisper.cpp, Amazon Transcribe, Amazon Transcribe Call Analytics, Google Speech-to-Text, Speechmatics or QMSum. */
            format?: string;
            /** @description Title of the meeting. */
            title?: string;
            /**
             * Format: date-time
             * @description Its start.
             */
            startTime?: string;
            /**
             * Format: int64
             * @description Entries of its transcript.
             */
            entries?: number;
            /**
             * Format: int64
             * @description Names of its speakers.
             */
            speakers?: number;
            /** @description The reason why nothing of it was stored. */
            error?: string;
            /**
             * Format: int64
             * @description The status that a file with only this meeting would have been answered with.
             */
            status?: number;
        };
        ImportedMeeting: {
            /** @description Identifier of the meeting: a whole number as text. */
            meetingId: string;
            /** @description Whether the meeting was new. */
            created: boolean;
            /**
             * @description What happened to the meeting.
             * @enum {string}
             */
            outcome: "created" | "updated" | "unchanged";
            /** @description Format of the file: WebVTT, Whisper TSV, SBV, Fireflies text, Zoom captions, Parley Markdown, Teams text, Fathom or Gong text, Otter or Teams text, Google Meet text, Timed text, Dialogue text, SubRip, Word document, JSON, Parley, Gong, Fireflies, Fathom, Otter, Google Meet, Recall.ai, Recall.ai events, AssemblyAI, Deepgram, Rev.ai, Whisper, whisper.cpp, Amazon Transcribe, Amazon Transcribe Call Analytics, Google Speech-to-Text, Speechmatics or QMSum. */
            format: string;
            /** @description Title of the meeting. */
            title: string;
            /**
             * Format: date-time
             * @description Its start.
             */
            startTime: string;
            /**
             * Format: int64
             * @description Entries of its transcript.
             */
            entries: number;
            /**
             * Format: int64
             * @description Names of its speakers.
             */
            speakers: number;
            /** @description Warnings, each with its line. */
            warnings: string[];
            /** @description The outcomes of all meetings, in their order, if the file is an archive or contains several; the other fields are those of the first meeting that was imported. */
            meetings?: components["schemas"]["ImportOutcome"][];
        };
        IndexedTranscriptEntry: {
            /**
             * Format: int64
             * @description Place of the entry in the transcript, counted from 0.
             */
            entryIndex: number;
            /** @description What was said, word for word. */
            text: string;
            speaker?: {
                /** @description Name of the speaker as given by the source. */
                name: string;
                /** @description The attendee who spoke, if exactly one has this name. */
                attendeeId?: string;
                /**
                 * @description Whether the speaker or writer belongs to the organization (`us`) or not (`customer`), as `isInternal` says; omitted if it is not known.
                 * @enum {string}
                 */
                side?: "us" | "customer";
            };
            /** @description Position from the start, `HH:MM:SS`, with `.mmm` where the milliseconds are not zero. */
            timestamp?: string;
            /**
             * Format: double
             * @description Position from the start in seconds.
             */
            timestampSeconds?: number;
            /**
             * Format: double
             * @description End in seconds, if the source gave it.
             */
            endSeconds?: number;
        };
        IngestEmail: {
            email: components["schemas"]["IngestEmailEmail"];
            /**
             * @description Whether signals are evaluated for the e-mail.
             * @default true
             */
            processImportedEmail?: boolean | null;
        };
        IngestEmailEmail: {
            /** @description The source's own id of the e-mail: ingesting the same id again updates it. */
            id?: string | null;
            /** @description The Message-ID header, with or without <>; it identifies the e-mail if no id is given. */
            messageId?: string | null;
            /** @description Subject; empty if the e-mail has none. */
            subject: string;
            /**
             * Format: date-time
             * @description When it was sent, with a zone.
             */
            sentAt: string;
            from: {
                /** @description Name of the sender. */
                name?: string | null;
                /**
                 * Format: email
                 * @description Address of the sender.
                 */
                email: string;
            };
            to: {
                /** @description Name of the recipient. */
                name?: string | null;
                /**
                 * Format: email
                 * @description Address of the recipient.
                 */
                email: string;
            }[];
            cc?: {
                /** @description Name of the recipient in copy. */
                name?: string | null;
                /**
                 * Format: email
                 * @description Address of the recipient in copy.
                 */
                email: string;
            }[] | null;
            /** @description The text, as plain text; stored word for word. */
            text: string;
            /** @description CRM account; 15-character ids are extended to 18 characters. */
            salesforceAccountId?: string | null;
            /** @description CRM opportunity; 15-character ids are extended to 18 characters. */
            salesforceOpportunityId?: string | null;
            /** @description CRM lead; 15-character ids are extended to 18 characters. */
            salesforceLeadId?: string | null;
        };
        IngestMeeting: {
            meeting: components["schemas"]["IngestMeetingMeeting"];
            /**
             * @description Whether the meeting is summarized and its signals are evaluated.
             * @default true
             */
            processImportedMeeting?: boolean | null;
        };
        IngestMeetingMeeting: {
            /** @description Title of the meeting. */
            title: string;
            /**
             * Format: date-time
             * @description Start, with a zone.
             */
            startTime: string;
            /**
             * Format: date-time
             * @description End, with a zone; not before the start.
             */
            endTime: string;
            host: {
                /** @description Name of the host. */
                name?: string | null;
                /**
                 * Format: email
                 * @description Address of the host.
                 */
                email: string;
            };
            /** @description The source's own id of the meeting: ingesting the same id again updates it. */
            id?: string | null;
            /** @description Where the call took place. */
            callUrl?: string | null;
            /**
             * Format: uri
             * @description http(s) URL of the recording.
             */
            recordingUrl?: string | null;
            attendees?: components["schemas"]["IngestMeetingMeetingAttendee"][] | null;
            /** @description CRM account; 15-character ids are extended to 18 characters. */
            salesforceAccountId?: string | null;
            /** @description CRM opportunity; 15-character ids are extended to 18 characters. */
            salesforceOpportunityId?: string | null;
            /** @description Ids of the meeting in other systems. */
            externalIds?: {
                /**
                 * @description The other system.
                 * @enum {string}
                 */
                type: "USER_PROVIDED" | "SERVICE" | "AIRCALL" | "CHORUS" | "CLOUDTALK" | "DIALPAD" | "GONG" | "GOOGLE_MEET" | "MINDTICKLE" | "MS_TEAMS" | "ORUM" | "OUTREACH" | "RINGCENTRAL" | "SALESLOFT" | "SALESLOFT_CI" | "VONAGE" | "WEBEX" | "WINGMAN" | "WISER" | "ZOOM" | "ZOOM_PHONE" | "GOOGLE_CALENDAR" | "OUTLOOK_CALENDAR";
                /** @description The id of the meeting in the other system. */
                id: string;
            }[] | null;
            /** @description A malformed transcript receives 422. */
            transcript?: {
                segments: components["schemas"]["TranscriptSegment"][];
                /** @description Language of the transcript, as a BCP 47 tag. */
                language?: string | null;
            } | null;
        };
        IngestMeetingMeetingAttendee: {
            /**
             * Format: email
             * @description Address of the attendee.
             */
            email?: string | null;
            /** @description Default: determined from the organization's domains, if it has any. */
            isInternal?: boolean | null;
            /** @description Name of the attendee; a name or an address is required. */
            name?: string | null;
        };
        IngestedEmail: {
            /** @description Identifier of the e-mail: a whole number as text. */
            emailId: string;
            /** @description Whether the e-mail was new. */
            created: boolean;
        };
        IngestedMeeting: {
            /** @description Identifier of the meeting: a whole number as text. */
            meetingId: string;
            /** @description Whether the meeting was new. */
            created: boolean;
        };
        Job: {
            /** @description Identifier of the job. */
            id: string;
            /** @description Kind of the job. */
            job: string;
            /**
             * @description dead: the job has used up its attempts and can be run again.
             * @enum {string}
             */
            state: "waiting" | "active" | "dead";
            /**
             * Format: int64
             * @description Number of attempts.
             */
            attempts: number;
            /**
             * Format: date-time
             * @description When it was enqueued.
             */
            createdAt: string;
            /** @description Data of the job; the fields depend on its kind. */
            payload: {
                [key: string]: unknown;
            };
            /** @description Why the last attempt failed. */
            reason?: string;
        };
        JobKind: {
            /** @description Kind of the job. */
            kind: string;
            /**
             * Format: int64
             * @description Jobs that are queued for their first or next attempt.
             */
            waiting: number;
            /**
             * Format: int64
             * @description Jobs that are running.
             */
            running: number;
            /**
             * Format: int64
             * @description Jobs that have used up their attempts; they can be run again.
             */
            failed: number;
            /**
             * Format: int64
             * @description Age of the oldest queued job; omitted if none is queued.
             */
            oldestWaitingSeconds?: number;
        };
        JobList: {
            jobs: components["schemas"]["Job"][];
        };
        JobSummary: {
            jobs: components["schemas"]["JobKind"][];
            /** @description Problems that an operator has to resolve; omitted if there are none. */
            warnings?: string[];
        };
        Key: {
            /**
             * Format: int64
             * @description Identifier of the key.
             */
            id: number;
            /** @description Purpose of the key. */
            name: string;
            scopes: components["schemas"]["Scope"][];
            /**
             * Format: int64
             * @description Identifier of the key that created it. Absent if the command line or the first start created it, and for the first key of an organization.
             */
            createdBy?: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it expires; never later than the key that created it.
             */
            expiresAt?: string;
            /**
             * Format: date-time
             * @description When it was revoked.
             */
            revokedAt?: string;
            /**
             * Format: date-time
             * @description When it was last used, to the minute.
             */
            lastUsedAt?: string;
        };
        KeyList: {
            keys: components["schemas"]["Key"][];
        };
        KeyWithSecret: {
            /**
             * Format: int64
             * @description Identifier of the key.
             */
            id: number;
            /** @description Purpose of the key. */
            name: string;
            scopes: components["schemas"]["Scope"][];
            /**
             * Format: int64
             * @description Identifier of the key that created it. Absent if the command line or the first start created it, and for the first key of an organization.
             */
            createdBy?: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it expires; never later than the key that created it.
             */
            expiresAt?: string;
            /**
             * Format: date-time
             * @description When it was revoked.
             */
            revokedAt?: string;
            /**
             * Format: date-time
             * @description When it was last used, to the minute.
             */
            lastUsedAt?: string;
            /** @description The key itself; it is not shown again. */
            key: string;
        };
        Label: {
            /** @description Identifier of the evaluation. */
            evaluationId: string;
            /**
             * Format: int64
             * @description Identifier of its signal.
             */
            signalId: number;
            verdict: components["schemas"]["LabelVerdict"];
            /** @description Why. */
            note?: string;
            /** @description Whether recall is estimated from it: the evaluation did not fire, and was among the next in the random order of those. */
            drawn: boolean;
            /**
             * Format: date-time
             * @description When it was given or changed.
             */
            labelledAt: string;
        };
        LabelContent: {
            verdict: components["schemas"]["LabelVerdict"];
            /** @description Why. */
            note?: string | null;
        };
        /** @description The labelled evaluations; the newest label of each decides. */
        LabelCounts: {
            /**
             * Format: int64
             * @description Evaluations that were right.
             */
            right: number;
            /**
             * Format: int64
             * @description Evaluations that were wrong.
             */
            wrong: number;
        };
        /**
         * @description Whether the evaluation was right: it fired where it should, or did not where it should not.
         * @enum {string}
         */
        LabelVerdict: "right" | "wrong";
        /**
         * @description The list that the view is of.
         * @enum {string}
         */
        ListWithViews: "meetings";
        Meeting: {
            /** @description Meeting identifier: a whole number as text. */
            id: string;
            /** @description Title of the meeting. */
            title: string;
            /**
             * Format: date-time
             * @description Start, in UTC.
             */
            startTime: string;
            /**
             * Format: date-time
             * @description End, in UTC.
             */
            endTime: string;
            /** @description The host of the meeting; not repeated among the attendees. */
            host: {
                /**
                 * Format: email
                 * @description Address of the host.
                 */
                email: string;
                /** @description Name of the host. */
                name?: string;
            };
            /** @description The attendees. */
            attendees: components["schemas"]["Attendee"][];
            transcript?: components["schemas"]["MeetingTranscript"];
            /** @description CRM account. */
            crmAccountId?: string;
            /** @description CRM lead. */
            crmLeadId?: string;
            /** @description CRM case. */
            crmCaseId?: string;
            /** @description CRM opportunity. */
            crmOpportunityId?: string;
            /** @description Temporary pre-signed URL of the recording; only if requested and a recording is stored. */
            downloadUrl?: string;
            /**
             * Format: date-time
             * @description When downloadUrl expires: 2 hours after the response.
             */
            downloadUrlExpiresAt?: string;
            /** @description The signals that fired in the meeting, by name; only if requested and any did. */
            signals?: components["schemas"]["FiredSignal"][];
            /** @description Whether there is a transcript; only if transcripts are omitted. */
            hasTranscript?: boolean;
        };
        MeetingActivity: {
            days: components["schemas"]["MeetingDay"][];
        };
        MeetingDay: {
            /**
             * Format: date
             * @description The day, in UTC.
             */
            day: string;
            /**
             * @description Source of the meetings.
             * @enum {string}
             */
            sourceType: "USER_PROVIDED" | "SERVICE" | "AIRCALL" | "CHORUS" | "CLOUDTALK" | "DIALPAD" | "GONG" | "GOOGLE_MEET" | "MINDTICKLE" | "MS_TEAMS" | "ORUM" | "OUTREACH" | "RINGCENTRAL" | "SALESLOFT" | "SALESLOFT_CI" | "VONAGE" | "WEBEX" | "WINGMAN" | "WISER" | "ZOOM" | "ZOOM_PHONE";
            /**
             * Format: int64
             * @description Meetings that started on this day.
             */
            meetings: number;
        };
        MeetingEvaluations: {
            processing: components["schemas"]["Processing"];
            /** @description The newest evaluation of each signal that applies to the meeting, by signalId. */
            evaluations: components["schemas"]["Evaluation"][];
        };
        MeetingPage: {
            meetings: components["schemas"]["Meeting"][];
            /**
             * Format: int32
             * @description Total number of pages for the query; 0 if nothing matches.
             */
            pageCount: number;
            /** @description Value of `after` for the next page; only if `after` was given and further meetings follow. */
            next?: string;
        };
        MeetingSummary: {
            /** @description Identifier of the meeting: a whole number as text. */
            meetingId: string;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             */
            generatedAt: string;
            /** @description AI provider that wrote it. */
            provider: string;
            /** @description Its model. */
            model: string;
            /** @description The whole summary as plain text; a part without findings is `None identified`. Of the built-in provider, which has no model, the headings are `Possible decisions`, `Possible next steps`, `Possible questions` and `Keywords`. */
            text: string;
            /** @description Decisions. */
            decisions: components["schemas"]["Finding"][];
            /** @description Next steps and their owners. */
            nextSteps: components["schemas"]["NextStep"][];
            /** @description Questions that were not answered. */
            openQuestions: components["schemas"]["Finding"][];
            /** @description Topics, in the order of the conversation. */
            topics: components["schemas"]["Topic"][];
        };
        /** @description Present only if the meeting has one. */
        MeetingTranscript: {
            entries: components["schemas"]["TranscriptEntry"][];
        };
        MeetingVersion: {
            /**
             * Format: int64
             * @description Number of the version; the first one is 1.
             */
            version: number;
            /**
             * Format: date-time
             * @description When the version was created.
             */
            at: string;
            /**
             * Format: int64
             * @description The key that created it, or the key of the session that did. Omitted for the command line, and for versions created before the key was recorded.
             */
            keyId?: number;
            /**
             * @description ingest: an ingest. import: a file. upload: an uploaded recording. restore: a restored version.
             * @enum {string}
             */
            cause: "ingest" | "import" | "upload" | "restore";
            /** @description The differences from the previous version; empty for the first. times: startTime or endTime. crm: ids of CRM records. callUrl and externalIds: the fields of the ingest with these names. */
            changed: ("title" | "times" | "host" | "attendees" | "transcript" | "recording" | "crm" | "callUrl" | "externalIds")[];
        };
        MeetingVersions: {
            versions: components["schemas"]["MeetingVersion"][];
            /**
             * Format: int64
             * @description Requests the next page; omitted on the last one.
             */
            nextBefore?: number;
        };
        MeetingWithRecording: {
            /** @description Meeting identifier: a whole number as text. */
            id: string;
            /** @description Title of the meeting. */
            title: string;
            /**
             * Format: date-time
             * @description Start, in UTC.
             */
            startTime: string;
            /**
             * Format: date-time
             * @description End, in UTC.
             */
            endTime: string;
            /** @description The host of the meeting; not repeated among the attendees. */
            host: {
                /**
                 * Format: email
                 * @description Address of the host.
                 */
                email: string;
                /** @description Name of the host. */
                name?: string;
            };
            /** @description The attendees. */
            attendees: components["schemas"]["Attendee"][];
            transcript?: components["schemas"]["MeetingTranscript"];
            /** @description CRM account. */
            crmAccountId?: string;
            /** @description CRM lead. */
            crmLeadId?: string;
            /** @description CRM case. */
            crmCaseId?: string;
            /** @description CRM opportunity. */
            crmOpportunityId?: string;
            /** @description Temporary pre-signed URL of the recording; only if requested and a recording is stored. */
            downloadUrl?: string;
            /**
             * Format: date-time
             * @description When downloadUrl expires: 2 hours after the response.
             */
            downloadUrlExpiresAt?: string;
            recording: components["schemas"]["Recording"];
            /** @description Whether there is a transcript; only if transcripts are omitted. */
            hasTranscript?: boolean;
        };
        /** @description Changes that can no longer be sent; omitted if there are none. */
        MissedChanges: {
            /**
             * Format: int64
             * @description The number of changes, of all types.
             */
            changes: number;
            /**
             * Format: date-time
             * @description When it was noticed last.
             */
            at: string;
            /** @description What happened and what to do. */
            message: string;
        };
        Moment: {
            /** @description Identifier of the meeting. */
            meetingId: string;
            /** @description Title of the meeting. */
            title: string;
            /**
             * Format: date-time
             * @description Start of the meeting, in UTC.
             */
            startTime: string;
            /**
             * Format: int64
             * @description Index of the entry in the transcript, counted from 0.
             */
            entryIndex: number;
            /**
             * Format: double
             * @description Position of the entry from the start of the meeting, in seconds.
             */
            timestampSeconds?: number;
            speaker?: {
                /** @description Name of the speaker as given by the source. */
                name: string;
                /** @description The attendee who spoke, if exactly one has this name. */
                attendeeId?: string;
                /**
                 * @description Whether the speaker or writer belongs to the organization (`us`) or not (`customer`), as `isInternal` says; omitted if it is not known.
                 * @enum {string}
                 */
                side?: "us" | "customer";
            };
            /** @description What was said, word for word. */
            text: string;
            /** @description The places in `text` that match, each as the offset of its first character and the offset after its last one, in UTF-16 units; in their order, without overlaps. */
            highlights: number[][];
            /** @description Text of the preceding entry. */
            before?: string;
            /** @description Text of the following entry. */
            after?: string;
            /** @description The meeting in the console, at this entry. */
            url: string;
        };
        MomentPage: {
            /** @description The moments, in the order that was requested. */
            moments: components["schemas"]["Moment"][];
            /**
             * Format: int64
             * @description Number of meetings that have at least one such moment.
             */
            meetingCount: number;
            /** @description True if `meetingCount` is an upper bound, because too many transcripts would have to be read to count exactly; otherwise omitted. */
            meetingCountIsUpperBound?: boolean;
            /**
             * Format: int64
             * @description Number of meetings of the organization that cannot be searched yet, because the words of their transcripts are still being indexed; omitted if there are none.
             */
            unindexedMeetings?: number;
            /** @description Cursor of the next page; omitted on the last one. */
            next?: string;
        };
        NamedCrmRecord: {
            /**
             * @description Type of the record.
             * @enum {string}
             */
            type: "ACCOUNT" | "OPPORTUNITY" | "LEAD" | "CASE";
            /** @description Its id. */
            id: string;
            /** @description Its name. */
            name: string;
        };
        NextStep: {
            /** @description Kind of the job. */
            text: string;
            /** @description The owner, as named in the meeting. */
            owner?: string;
            /** @description The evidence. */
            quotes: components["schemas"]["Quote"][];
        };
        OpenApi: {
            /** @description Version of OpenAPI. */
            openapi: string;
        } & {
            [key: string]: unknown;
        };
        OpenNextStep: {
            /** @description The task. */
            text: string;
            /** @description The owner, as named in the meeting. */
            owner?: string;
            /** @description The meeting in which it was agreed. */
            meetingId: string;
            /** @description Title of the meeting. */
            title: string;
            /**
             * Format: date-time
             * @description Start of the meeting.
             */
            startTime: string;
            /** @description The provider that found it. What `builtin` finds are sentences that may be next steps. */
            provider: string;
            /** @description Its proof. */
            quotes: components["schemas"]["Quote"][];
        };
        Organization: {
            /**
             * Format: int64
             * @description Identifier of the organization.
             */
            id: number;
            /** @description Name of the organization. */
            name: string;
            /** @description Domains of the organization's own people, in lower case. */
            domains: string[];
        };
        OrganizationChanges: {
            /** @description Name of the organization. */
            name?: string | null;
            /** @description Attendees of these domains and their subdomains are internal. */
            domains?: string[] | null;
        };
        OrganizationWithKey: {
            /**
             * Format: int64
             * @description Identifier of the organization.
             */
            id: number;
            /** @description Name of the organization. */
            name: string;
            /** @description Its first key; it is not shown again. */
            key: string;
        };
        PersonOfAccount: {
            /** @description The name that was given last. */
            name?: string;
            /**
             * Format: email
             * @description Address of the person.
             */
            email: string;
            /**
             * Format: int64
             * @description Meetings that the person attended.
             */
            meetingCount: number;
            /**
             * Format: date-time
             * @description Last meeting or e-mail with the person.
             */
            lastAt: string;
        };
        /** @description The share of those that fired that are right; from 10 labels on. */
        Precision: {
            /**
             * Format: double
             * @description The estimate.
             */
            value: number;
            /**
             * Format: double
             * @description Lower end of its 95 % interval.
             */
            low: number;
            /**
             * Format: double
             * @description Upper end.
             */
            high: number;
        };
        Processing: {
            /**
             * @description State of the meeting's signals; none: they are not evaluated for it.
             * @enum {string}
             */
            signals: "none" | "pending" | "done" | "failed";
            /**
             * @description State of its summary; none: it was never requested.
             * @enum {string}
             */
            summary: "none" | "pending" | "done" | "failed";
            /** @description Why it is waiting or has failed. */
            note?: string;
        };
        PromptExecution: {
            /**
             * Format: int64
             * @description Identifier of the execution, as used in requests for evidence; only if requested.
             */
            executionId?: number;
            /**
             * Format: int64
             * @description Identifier of the signal.
             */
            signalId: number;
            /** @description Name of the signal at that time. */
            signalName: string;
            /**
             * Format: date-time
             * @description Time of the evaluation, in UTC.
             */
            triggeredAt: string;
            /** @description Title of the meeting, or subject of the e-mail. */
            sourceTitle: string;
            /** @description Prompt of the version that was evaluated. */
            prompt: string;
            /** @description Why it fired. */
            reason: string;
            /**
             * Format: email
             * @description Host of the meeting, or sender of the e-mail.
             */
            hostEmail: string;
            /** @description Attendees of the meeting, or recipients of the e-mail. */
            attendeeEmails: string[];
            /** @description CRM account at that time. */
            crmAccountId?: string;
            /** @description Its name. */
            crmAccountName?: string;
            /** @description CRM opportunity at that time. */
            crmOpportunityId?: string;
            /** @description Its name. */
            crmOpportunityName?: string;
            /** @description CRM lead at that time. */
            crmLeadId?: string;
            /** @description Its name. */
            crmLeadName?: string;
            /** @description Identifier of the meeting or e-mail: a whole number as text. */
            sourceId: string;
            /**
             * @description Kind of the conversation.
             * @enum {string}
             */
            sourceType: "meeting" | "email";
            /** @description Answers to the follow-up prompts; only if requested. */
            customInstructions?: components["schemas"]["FollowUpOutput"][];
        };
        PromptExecutionPage: {
            signals: components["schemas"]["PromptExecution"][];
            /**
             * Format: int32
             * @description Total number of pages for the query; 0 if nothing matches.
             */
            pageCount: number;
        };
        PutCounts: {
            /**
             * Format: int64
             * @description Number of new records.
             */
            created: number;
            /**
             * Format: int64
             * @description Number of existing records.
             */
            updated: number;
        };
        PutCrmRecords: {
            records: components["schemas"]["CrmRecord"][];
        };
        PutUsers: {
            users: components["schemas"]["UserInput"][];
        };
        /** @description Conversations that the version has evaluated. */
        QualityEvaluations: {
            /**
             * Format: int64
             * @description Those in which it fired.
             */
            fired: number;
            /**
             * Format: int64
             * @description Those in which it did not.
             */
            notFired: number;
        };
        /** @description Evaluations of the version that are labelled. */
        QualityLabelled: {
            /**
             * Format: int64
             * @description Those that fired.
             */
            fired: number;
            /**
             * Format: int64
             * @description Those that did not fire.
             */
            notFired: number;
            /**
             * Format: int64
             * @description Those of notFired from which recall is estimated.
             */
            drawn: number;
        };
        Quote: {
            /** @description The words, exactly as in the conversation. */
            text: string;
            /**
             * Format: int64
             * @description Index of the transcript entry, or of the paragraph of an e-mail, counted from 0. If it is absent, the words are from the title or subject.
             */
            entryIndex?: number;
            /** @description The speaker or writer, as named by the source. */
            speaker?: string;
            /**
             * @description Whether the speaker or writer belongs to the organization (`us`) or not (`customer`), as `isInternal` says; omitted if it is not known.
             * @enum {string}
             */
            side?: "us" | "customer";
            /** @description Position from the start, `HH:MM:SS`, with `.mmm` where the milliseconds are not zero. */
            timestamp?: string;
            /**
             * Format: double
             * @description Position from the start in seconds.
             */
            timestampSeconds?: number;
        };
        Ready: {
            /** @constant */
            status: "ready";
            /** @description Problems that an operator has to resolve; omitted if there are none. */
            warnings?: string[];
        };
        /** @description The share of the moments to be found that it finds; from 10 labels on. */
        Recall: {
            /**
             * Format: double
             * @description The estimate.
             */
            value: number;
            /**
             * Format: double
             * @description Lower end of its 95 % interval.
             */
            low: number;
            /**
             * Format: double
             * @description Upper end.
             */
            high: number;
        };
        Recording: {
            /**
             * @description pending: it is being fetched from its recordingUrl.
             * @enum {string}
             */
            state: "none" | "pending" | "stored" | "failed";
            /** @description Why it failed. */
            reason?: string;
            /** @description Its Content-Type, if it is stored. */
            contentType?: string;
            /**
             * Format: int64
             * @description Its size, if it is stored.
             */
            bytes?: number;
            /**
             * Format: date-time
             * @description When its state last changed.
             */
            updatedAt?: string;
        };
        Remap: {
            /** @description Identifier of the remap. */
            requestId: string;
            /**
             * @description applied: the records are in place; completed: the requested follow-ups have ended too.
             * @enum {string}
             */
            status: "accepted" | "applied" | "completed" | "failed";
            /** @description The meeting. */
            meetingId: string;
            /** @description The CRM ids before the remap; present once it has been applied. */
            from?: {
                /** @description CRM account. */
                accountId?: string;
                /** @description CRM opportunity. */
                opportunityId?: string;
                /** @description CRM lead. */
                leadId?: string;
            };
            /** @description The CRM ids after the remap. */
            to?: {
                /** @description CRM account. */
                accountId?: string;
                /** @description CRM opportunity. */
                opportunityId?: string;
                /** @description CRM lead. */
                leadId?: string;
            };
            /**
             * @description State of the requested call summary; skipped: there was nothing to process, or the meeting already had the result and the remap changed nothing.
             * @enum {string}
             */
            summary?: "pending" | "done" | "failed" | "skipped";
            /**
             * @description State of the requested AI signals; skipped: there was nothing to process, or the meeting already had the result and the remap changed nothing.
             * @enum {string}
             */
            signals?: "pending" | "done" | "failed" | "skipped";
            /** @description The remap that this one undoes. */
            undoOf?: string;
            /** @description The remap that undoes this one. */
            undoneBy?: string;
            /**
             * Format: int64
             * @description The API key that requested it.
             */
            keyId: number;
            /** @description Why it failed. */
            reason?: string;
            /**
             * Format: date-time
             * @description When it was accepted.
             */
            acceptedAt: string;
            /**
             * Format: date-time
             * @description When the records were in place.
             */
            appliedAt?: string;
            /**
             * Format: date-time
             * @description When it was completed.
             */
            completedAt?: string;
        };
        RemapAccepted: {
            /** @description Always true. */
            accepted: boolean;
            /** @description Identifier of the remap. */
            requestId: string;
        };
        RemapError: {
            /** @description The error, in one clear sentence. */
            error: string;
            /** @description Identifier of the failed request, as in the X-Request-Id header. */
            requestId: string;
        };
        RemapList: {
            remaps: components["schemas"]["Remap"][];
        };
        RemapMeeting: {
            /** @description Identifies the meeting by an external system and its id there. */
            source?: {
                /** @description Identifier of the meeting in that system. */
                id: string;
                /**
                 * @description The system, in exact case.
                 * @enum {string}
                 */
                type: "USER_PROVIDED" | "SERVICE" | "AIRCALL" | "CHORUS" | "CLOUDTALK" | "DIALPAD" | "GONG" | "GOOGLE_MEET" | "MINDTICKLE" | "MS_TEAMS" | "ORUM" | "OUTREACH" | "RINGCENTRAL" | "SALESLOFT" | "SALESLOFT_CI" | "VONAGE" | "WEBEX" | "WINGMAN" | "WISER" | "ZOOM" | "ZOOM_PHONE" | "GOOGLE_CALENDAR" | "OUTLOOK_CALENDAR";
            } | null;
            /** @description At least one id. Each given id replaces that of the meeting; the others remain unchanged. */
            salesforceRecords: {
                /** @description CRM opportunity. */
                opportunityId?: string | null;
                /** @description CRM account. */
                accountId?: string | null;
                /** @description CRM lead. */
                leadId?: string | null;
            };
            /** @description Identifies the meeting by serviceMeetingId, or by title, startTime and hostEmail together. */
            meetingDetails?: {
                /**
                 * Format: int64
                 * @description Identifier of the meeting; if it is given, the other fields are ignored.
                 */
                serviceMeetingId?: number | null;
                /** @description Title of the meeting. */
                title?: string | null;
                /**
                 * Format: date-time
                 * @description Start of the meeting.
                 */
                startTime?: string | null;
                /**
                 * Format: email
                 * @description Address of the host.
                 */
                hostEmail?: string | null;
            } | null;
        };
        ReplayWebhook: {
            /** @description A cursor of the feed of changes: the first message is about the change after it. */
            after: string;
        };
        RequestedExport: {
            /** @description Identifier of the export: a whole number as text. */
            id: string;
        };
        SampleData: {
            /**
             * @description Whether the sample data is there. After `failed`, it can be loaded or removed again.
             * @enum {string}
             */
            state: "absent" | "loading" | "loaded" | "removing" | "failed";
            /**
             * Format: int64
             * @description Its meetings that are in the organization now.
             */
            meetings: number;
            /**
             * Format: int64
             * @description All of its meetings.
             */
            totalMeetings: number;
            /**
             * Format: int64
             * @description Its e-mails that are in the organization now.
             */
            emails: number;
            /**
             * Format: int64
             * @description All of its e-mails.
             */
            totalEmails: number;
            /** @description Why loading or removing it failed. */
            note?: string;
        };
        /**
         * @description A permission of a key.
         * @enum {string}
         */
        Scope: "meetings:read" | "users:read" | "signals:read" | "remap:write" | "ingest:write" | "admin" | "operator";
        SearchResult: {
            meetings: components["schemas"]["FoundMeeting"][];
            /** @description The people; on the first page only. */
            people: components["schemas"]["FoundPerson"][];
            /** @description Cursor of the next page of meetings; omitted on the last one. */
            next?: string;
        };
        Session: {
            organization: components["schemas"]["SessionOrganization"];
            /**
             * Format: int64
             * @description The key that was used to sign in.
             */
            keyId: number;
            /** @description Purpose of the key. */
            keyName: string;
            scopes: components["schemas"]["Scope"][];
            /**
             * Format: date-time
             * @description When the session expires.
             */
            expiresAt: string;
        };
        /** @description The organization of the key. */
        SessionOrganization: {
            /**
             * Format: int64
             * @description Identifier of the organization.
             */
            id: number;
            /** @description Name of the organization. */
            name: string;
        };
        SignIn: {
            /** @description A key of the organization. */
            key: string;
        };
        Signal: {
            /**
             * Format: int64
             * @description Identifier of the signal.
             */
            id: number;
            /** @description Name of the signal. */
            signalName: string;
            /**
             * @description The conversations for which the signal is evaluated.
             * @enum {string}
             */
            contextSource: "MEETING" | "EMAIL" | "ALL";
            /** @description Whether the signal is evaluated for incoming conversations. */
            enabled: boolean;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: int64
             * @description Version of the following fields, counted from 1.
             */
            version: number;
            /** @description What the signal looks for. */
            prompt: string;
            phrases: string[];
            /**
             * @description Whose words count: anyone's, or only those of one side. `us` are people who are known to belong to the organization (`isInternal`), `customer` everybody else. It applies to phrases and prompts.
             * @enum {string}
             */
            saidBy: "anyone" | "customer" | "us";
            followUpPrompts: components["schemas"]["FollowUpPrompt"][];
        };
        SignalActivity: {
            days: components["schemas"]["SignalDay"][];
            /** @description The conversations evaluated, by signal; only if requested. */
            judged?: components["schemas"]["SignalJudged"][];
        };
        SignalDay: {
            /**
             * Format: date
             * @description The day, in UTC.
             */
            day: string;
            /**
             * Format: int64
             * @description Identifier of the signal.
             */
            signalId: number;
            /**
             * Format: int64
             * @description How often it fired on this day, in meetings and e-mails.
             */
            executions: number;
        };
        SignalItem: {
            /**
             * Format: int64
             * @description Identifier of the signal.
             */
            id: number;
            /** @description Name of the signal. */
            signalName: string;
            /**
             * @description The conversations for which the signal is evaluated.
             * @enum {string}
             */
            contextSource: "MEETING" | "EMAIL" | "ALL";
            /** @description Whether the signal is evaluated for incoming conversations. */
            enabled: boolean;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
        };
        SignalJudged: {
            /**
             * Format: int64
             * @description Identifier of the signal.
             */
            signalId: number;
            /**
             * Format: int64
             * @description Conversations of the window for which it was evaluated, whether or not it fired.
             */
            conversations: number;
        };
        SignalList: {
            signals: components["schemas"]["SignalItem"][];
        };
        SignalOfAccount: {
            /**
             * Format: int64
             * @description Identifier of the signal.
             */
            signalId: number;
            /** @description Its name. */
            signalName: string;
            /**
             * Format: int64
             * @description Matches in conversations with the account.
             */
            count: number;
            /**
             * Format: date-time
             * @description Last conversation in which it matched.
             */
            lastAt: string;
            /** @description Its matches by the month of the conversation; months without any are omitted. */
            months: {
                /** @description Month, `YYYY-MM`, in UTC. */
                month: string;
                /**
                 * Format: int64
                 * @description Matches of the month.
                 */
                count: number;
            }[];
        };
        SignalQuality: {
            /**
             * Format: int64
             * @description Identifier of the signal.
             */
            signalId: number;
            /**
             * Format: int64
             * @description The version.
             */
            version: number;
            evaluations: components["schemas"]["QualityEvaluations"];
            labelled: components["schemas"]["QualityLabelled"];
            labels: components["schemas"]["LabelCounts"];
            precision?: components["schemas"]["Precision"];
            recall?: components["schemas"]["Recall"];
            agreement?: components["schemas"]["Agreement"];
            calibration?: components["schemas"]["Calibration"];
        };
        SignalVersion: {
            /**
             * Format: int64
             * @description Version of the following fields, counted from 1.
             */
            version: number;
            /** @description What the signal looks for. */
            prompt: string;
            phrases: string[];
            /**
             * @description Whose words count: anyone's, or only those of one side. `us` are people who are known to belong to the organization (`isInternal`), `customer` everybody else. It applies to phrases and prompts.
             * @enum {string}
             */
            saidBy: "anyone" | "customer" | "us";
            followUpPrompts: components["schemas"]["FollowUpPrompt"][];
            /**
             * Format: date-time
             * @description When this version was created.
             */
            createdAt: string;
            /**
             * Format: int64
             * @description The key that created it; omitted for the command line.
             */
            keyId?: number;
        };
        SignalVersionList: {
            versions: components["schemas"]["SignalVersion"][];
        };
        StartedBacktest: {
            /**
             * Format: int64
             * @description Identifier of the backtest.
             */
            backtestId: number;
            /**
             * @description The state is running until the backtest is done, or failed if the rest cannot be evaluated.
             * @enum {string}
             */
            state: "running" | "done" | "failed";
            estimate: components["schemas"]["BacktestEstimateToday"];
        };
        Topic: {
            /** @description The topic. */
            text: string;
            /**
             * Format: int64
             * @description Index of the transcript entry at which it begins, counted from 0.
             */
            entryIndex?: number;
            /** @description Where it begins, `HH:MM:SS`, with `.mmm` where the milliseconds are not zero. */
            start?: string;
            /**
             * Format: double
             * @description Where it begins, in seconds from the start.
             */
            startSeconds?: number;
            /** @description The evidence. */
            quotes: components["schemas"]["Quote"][];
        };
        Transcript: {
            /** @description Identifier of the meeting: a whole number as text. */
            meetingId: string;
            /** @description Language of the transcript if the source gave it, as a BCP 47 tag. */
            language?: string;
            entries: components["schemas"]["IndexedTranscriptEntry"][];
            /**
             * Format: int64
             * @description The entry that follows, to be read with `fromEntry`; absent after the last one.
             */
            next?: number;
        };
        TranscriptEntry: {
            /** @description What was said, word for word. */
            text: string;
            speaker?: {
                /** @description Name of the speaker as given by the source. */
                name: string;
                /** @description The attendee who spoke, if exactly one has this name. */
                attendeeId?: string;
            };
            /** @description Position from the start, `HH:MM:SS`, with `.mmm` where the milliseconds are not zero. */
            timestamp?: string;
            /**
             * Format: double
             * @description Position from the start in seconds.
             */
            timestampSeconds?: number;
        };
        TranscriptSegment: {
            /** @description What was said; stored word for word. */
            text: string;
            /**
             * Format: double
             * @description Position from the start of the meeting, in seconds.
             */
            timestampSeconds?: number | null;
            /**
             * Format: double
             * @description End of what was said, in seconds; not before timestampSeconds.
             */
            endSeconds?: number | null;
            speaker?: {
                /** @description Name of the speaker. */
                name?: string | null;
            } | null;
        };
        TriedSignal: {
            /** @description Whether it fires in the meeting. */
            fired: boolean;
            /** @description Why it fires or not. */
            reason: string;
            /** @description The evidence. */
            quotes: components["schemas"]["Quote"][];
            /** @description Answers to the follow-up prompts, if it fires. */
            followUps: components["schemas"]["FollowUpOutput"][];
            /** @description AI provider of the evaluation; `phrases` if phrases decided. */
            provider: string;
            /** @description Its model; `exact` for phrases. */
            model: string;
            /**
             * Format: double
             * @description How probable it is, by the estimate of the model, that its first verdict is right; omitted if it gave none.
             */
            confidence?: number;
            votes?: components["schemas"]["Votes"];
            /**
             * Format: int64
             * @description Input tokens; omitted if no model was called.
             */
            inputTokens?: number;
            /**
             * Format: int64
             * @description Output tokens; omitted if no model was called.
             */
            outputTokens?: number;
        };
        TryRequest: {
            /** @description The meeting to try the draft on: a whole number as text. */
            meetingId: string;
            /**
             * Format: int64
             * @description The signal that the draft changes: fields omitted from the draft are those of its current version. Without it, the draft is independent and requires a prompt or phrases.
             */
            signalId?: number | null;
            /** @description What the signal looks for. */
            prompt?: string | null;
            /** @description If there are phrases, the signal fires if one of them occurs in the conversation, and no model is called. */
            phrases?: string[] | null;
            /**
             * @description Whose words count: anyone's, or only those of one side. `us` are people who are known to belong to the organization (`isInternal`), `customer` everybody else. It applies to phrases and prompts.
             * @enum {string|null}
             */
            saidBy?: "anyone" | "customer" | "us" | null;
            /** @description Questions that are answered if the signal fires. */
            followUpPrompts?: components["schemas"]["CreateFollowUpPrompt"][] | null;
            /**
             * @description The conversations for which the signal is evaluated.
             * @enum {string|null}
             */
            contextSource?: "MEETING" | "EMAIL" | "ALL" | null;
        };
        UpdateSignal: {
            /** @description Name of the signal. */
            signalName?: string | null;
            /** @description What the signal looks for. */
            prompt?: string | null;
            /**
             * @description The conversations for which the signal is evaluated.
             * @enum {string|null}
             */
            contextSource?: "MEETING" | "EMAIL" | "ALL" | null;
            /** @description Whether the signal is evaluated for incoming conversations. */
            enabled?: boolean | null;
            /** @description If there are phrases, the signal fires if one of them occurs in the conversation, and no model is called. */
            phrases?: string[] | null;
            /**
             * @description Whose words count: anyone's, or only those of one side. `us` are people who are known to belong to the organization (`isInternal`), `customer` everybody else. It applies to phrases and prompts.
             * @enum {string|null}
             */
            saidBy?: "anyone" | "customer" | "us" | null;
            /** @description Questions that are answered if the signal fires. */
            followUpPrompts?: components["schemas"]["CreateFollowUpPrompt"][] | null;
        };
        UpdateWebhook: {
            /** @description The http or https URL that messages are posted to, without a user name or password. Addresses that are not public are refused, here and when connecting, unless PARLEY_FETCH_ALLOW names them. */
            url?: string | null;
            /** @description The types of entities whose changes are sent. */
            types?: ("meeting" | "email" | "execution" | "signal" | "user")[] | null;
            /** @description Only executions of these signals are sent. An empty list stands for all signals. */
            signalIds?: number[] | null;
            /** @description A note for people. */
            description?: string | null;
            /**
             * @description `standard`: messages as Standard Webhooks specifies. `slack`: a new match of a signal as text for an incoming webhook of Slack.
             * @enum {string|null}
             */
            format?: "standard" | "slack" | null;
            /** @description Whether messages are sent. A webhook that is enabled again goes on where it stopped. */
            enabled?: boolean | null;
        };
        UploadedRecording: {
            /** @description The meeting. */
            meetingId: string;
            /**
             * Format: int64
             * @description Size of the recording.
             */
            bytes: number;
            /** @description Its Content-Type. */
            contentType: string;
        };
        User: {
            /**
             * Format: email
             * @description Address of the user.
             */
            email: string;
            /** @description Name of the user. */
            name?: string;
            /** @description Kind of user. */
            type?: string;
            /** @description State of the CRM connection, for example AUTHENTICATED. */
            crmAuthStatus?: string;
            /** @description State of the calendar connection, for example AUTHENTICATED. */
            calendarAuthStatus?: string;
            /** @description Identifier of the user in the chat system. */
            chatUserId?: string;
            /** @description Job title. */
            title?: string;
            /** @description Department in the CRM. */
            crmDepartment?: string;
            /** @description Role in the CRM. */
            crmUserRole?: string;
            /**
             * Format: date-time
             * @description When the license was assigned.
             */
            licenseAssignedAt?: string;
            /** @description Role, in the case in which it was entered. */
            role?: string;
            /** @description Whether the user holds a license. */
            licenseAdded: boolean;
        };
        UserInput: {
            /**
             * Format: email
             * @description Address of the user, which identifies the user regardless of case.
             */
            email: string;
            /** @description Name of the user. */
            name?: string | null;
            /** @description Kind of user. */
            type?: string | null;
            /** @description State of the CRM connection, for example AUTHENTICATED. */
            crmAuthStatus?: string | null;
            /** @description State of the calendar connection, for example AUTHENTICATED. */
            calendarAuthStatus?: string | null;
            /** @description Identifier of the user in the chat system. */
            chatUserId?: string | null;
            /** @description Job title. */
            title?: string | null;
            /** @description Department in the CRM. */
            crmDepartment?: string | null;
            /** @description Role in the CRM. */
            crmUserRole?: string | null;
            /**
             * Format: date-time
             * @description When the license was assigned.
             */
            licenseAssignedAt?: string | null;
            /** @description One of VIEWER, EDITOR, ORGANIZATION_ADMIN, USER_ADMIN, USER, in any case. */
            role?: string | null;
            /** @description Whether the user holds a license; false by default. */
            licenseAdded?: boolean | null;
        };
        UserPage: {
            users: components["schemas"]["User"][];
            /**
             * Format: int32
             * @description Total number of pages for the query; 0 if nothing matches.
             */
            pageCount: number;
        };
        View: {
            /** @description Identifier of the view. */
            id: string;
            list: components["schemas"]["ListWithViews"];
            /** @description Name of the view. The views that a key has of a list have different names, without regard to case. */
            name: string;
            /** @description Filters and sorting, as the query in the URL of the list in the console, without the question mark. It is kept as it is. */
            query: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last saved.
             */
            updatedAt: string;
        };
        ViewContent: {
            list: components["schemas"]["ListWithViews"];
            /** @description Name of the view. The views that a key has of a list have different names, without regard to case. */
            name: string;
            /** @description Filters and sorting, as the query in the URL of the list in the console, without the question mark. It is kept as it is. */
            query: string;
        };
        ViewList: {
            views: components["schemas"]["View"][];
        };
        /** @description The votes of the model in a borderline case, its first verdict included; omitted if it was asked only once. Votes that are not proven by a quote count as votes that the signal does not fire. */
        Votes: {
            /**
             * Format: int64
             * @description Votes that the signal fires.
             */
            fired: number;
            /**
             * Format: int64
             * @description Votes that it does not.
             */
            notFired: number;
        };
        Webhook: {
            /** @description Identifier of the webhook. */
            id: string;
            /** @description The URL that messages are posted to. */
            url: string;
            /** @description A note for people. */
            description?: string;
            /** @description The types of entities whose changes are sent. */
            types: ("meeting" | "email" | "execution" | "signal" | "user")[];
            /** @description Only executions of these signals are sent. An empty list stands for all signals. */
            signalIds?: number[];
            /**
             * @description `standard`: messages as Standard Webhooks specifies. `slack`: a new match of a signal as text for an incoming webhook of Slack.
             * @enum {string}
             */
            format: "standard" | "slack";
            /**
             * @description `hmac`: signatures `v1` with a shared secret, which every library for Standard Webhooks verifies. `ed25519`: signatures `v1a`, which are verified with a public key.
             * @enum {string}
             */
            signing: "hmac" | "ed25519";
            /** @description The public key that verifies signatures `v1a`: `whpk_` and base64. */
            publicKey?: string;
            /** @description Earlier keys that still sign, because the key was changed less than 24 hours ago. */
            previousPublicKeys?: string[];
            /**
             * Format: date-time
             * @description When the last of the earlier keys ceases to sign.
             */
            previousKeysUntil?: string;
            /** @description Whether messages are sent. A webhook that is enabled again goes on where it stopped. */
            enabled: boolean;
            /**
             * @description `active`: the latest attempt succeeded, or there was none. `retrying`: attempts have failed since the last one that succeeded. `failing`: for 5 days only; one attempt an hour is made until one succeeds. `disabled`: nothing is sent.
             * @enum {string}
             */
            state: "active" | "retrying" | "failing" | "disabled";
            /** @description Why the latest attempt failed, or why the webhook was disabled. */
            reason?: string;
            /** @description The place in the feed of changes that the webhook has reached; it can be given to `after` of GET /v1/changes. */
            cursor: string;
            /**
             * Format: int64
             * @description The number of changes after that place, of all types.
             */
            behind: number;
            /**
             * Format: int64
             * @description The number of changes up to that place whose delivery failed and is tried again.
             */
            pending: number;
            /**
             * Format: int64
             * @description The age of the oldest change that is not delivered yet; 0 if there is none.
             */
            lagSeconds: number;
            missed?: components["schemas"]["MissedChanges"];
            /**
             * Format: date-time
             * @description Nothing is sent before this time, because the receiver asked for a pause (Retry-After), it is taken to be away and is tried with single messages, or 1,000 changes wait to be sent again.
             */
            pausedUntil?: string;
            /**
             * Format: date-time
             * @description When the first of the failures in a row happened.
             */
            failingSince?: string;
            /**
             * Format: date-time
             * @description When an attempt succeeded last.
             */
            lastSuccessAt?: string;
            /**
             * Format: date-time
             * @description When an attempt failed last.
             */
            lastFailureAt?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When its settings or its key were changed last.
             */
            updatedAt: string;
        };
        WebhookDeliveries: {
            deliveries: components["schemas"]["WebhookDelivery"][];
            /** @description Requests the next page; omitted on the last one. */
            nextBefore?: string;
        };
        WebhookDelivery: {
            /** @description Identifier of the attempt. */
            id: string;
            /** @description The header `webhook-id`, which is the same for all attempts of a message. */
            messageId: string;
            /** @description What the message is about, such as `meeting.updated`, or `webhook.test`. */
            type: string;
            /** @description Identifier of the entity that changed. */
            entityId?: string;
            /** @description Position of the change in the feed. */
            position?: string;
            /** @description The cursor before the change: given to `after` of a replay, it sends this change and all that follow again. */
            replayAfter?: string;
            /**
             * Format: int64
             * @description Number of the attempt, counted from 1.
             */
            attempt: number;
            /**
             * @description Whether the attempt succeeded.
             * @enum {string}
             */
            status: "succeeded" | "failed";
            /**
             * Format: int64
             * @description The HTTP status, if the receiver answered.
             */
            httpStatus?: number;
            /** @description Why the attempt failed. */
            error?: string;
            /**
             * Format: int64
             * @description How long the attempt took, in milliseconds.
             */
            ms: number;
            /** @description The first 2 KiB of the answer. Receivers may answer with what they were sent, so a key sees it if it has the scope of the entity that changed. */
            answer?: string;
            /**
             * Format: date-time
             * @description When the attempt began.
             */
            at: string;
            /**
             * Format: date-time
             * @description When the message is sent again, at the earliest.
             */
            nextAttemptAt?: string;
        };
        WebhookList: {
            webhooks: components["schemas"]["Webhook"][];
        };
        WebhookWithSecret: {
            /** @description Identifier of the webhook. */
            id: string;
            /** @description The URL that messages are posted to. */
            url: string;
            /** @description A note for people. */
            description?: string;
            /** @description The types of entities whose changes are sent. */
            types: ("meeting" | "email" | "execution" | "signal" | "user")[];
            /** @description Only executions of these signals are sent. An empty list stands for all signals. */
            signalIds?: number[];
            /**
             * @description `standard`: messages as Standard Webhooks specifies. `slack`: a new match of a signal as text for an incoming webhook of Slack.
             * @enum {string}
             */
            format: "standard" | "slack";
            /**
             * @description `hmac`: signatures `v1` with a shared secret, which every library for Standard Webhooks verifies. `ed25519`: signatures `v1a`, which are verified with a public key.
             * @enum {string}
             */
            signing: "hmac" | "ed25519";
            /** @description The public key that verifies signatures `v1a`: `whpk_` and base64. */
            publicKey?: string;
            /** @description Earlier keys that still sign, because the key was changed less than 24 hours ago. */
            previousPublicKeys?: string[];
            /**
             * Format: date-time
             * @description When the last of the earlier keys ceases to sign.
             */
            previousKeysUntil?: string;
            /** @description Whether messages are sent. A webhook that is enabled again goes on where it stopped. */
            enabled: boolean;
            /**
             * @description `active`: the latest attempt succeeded, or there was none. `retrying`: attempts have failed since the last one that succeeded. `failing`: for 5 days only; one attempt an hour is made until one succeeds. `disabled`: nothing is sent.
             * @enum {string}
             */
            state: "active" | "retrying" | "failing" | "disabled";
            /** @description Why the latest attempt failed, or why the webhook was disabled. */
            reason?: string;
            /** @description The place in the feed of changes that the webhook has reached; it can be given to `after` of GET /v1/changes. */
            cursor: string;
            /**
             * Format: int64
             * @description The number of changes after that place, of all types.
             */
            behind: number;
            /**
             * Format: int64
             * @description The number of changes up to that place whose delivery failed and is tried again.
             */
            pending: number;
            /**
             * Format: int64
             * @description The age of the oldest change that is not delivered yet; 0 if there is none.
             */
            lagSeconds: number;
            missed?: components["schemas"]["MissedChanges"];
            /**
             * Format: date-time
             * @description Nothing is sent before this time, because the receiver asked for a pause (Retry-After), it is taken to be away and is tried with single messages, or 1,000 changes wait to be sent again.
             */
            pausedUntil?: string;
            /**
             * Format: date-time
             * @description When the first of the failures in a row happened.
             */
            failingSince?: string;
            /**
             * Format: date-time
             * @description When an attempt succeeded last.
             */
            lastSuccessAt?: string;
            /**
             * Format: date-time
             * @description When an attempt failed last.
             */
            lastFailureAt?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When its settings or its key were changed last.
             */
            updatedAt: string;
            /** @description With `hmac`: the secret that signs, `whsec_` and base64. It is shown in this response only. With `ed25519` there is none. */
            secret?: string;
        };
        NewKey: components["schemas"]["KeyWithSecret"];
        NewOrganization: components["schemas"]["OrganizationWithKey"];
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Identifier of the request in the log: the caller’s X-Request-Id, or a new one. */
        RequestId: string;
        /**
         * @description The requests that the API key has left: `r` in the next `t` seconds. Every response to a key carries it if the installation sets a limit. Each `parley serve` counts separately.
         * @example "key";r=0;t=12
         */
        RateLimit: string;
        /**
         * @description The limit of an API key: `q` requests in `w` seconds, counted from its first one.
         * @example "key";q=600;w=60
         */
        RateLimitPolicy: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listMeetings: {
        parameters: {
            query: {
                /**
                 * @description Only meetings that start at or after this time.
                 * @example 2026-01-01T00:00:00Z
                 */
                from: string;
                /**
                 * @description Only meetings that end at or before this time. It must not be before `from`.
                 * @example 2026-02-01T00:00:00Z
                 */
                to?: string;
                /**
                 * @description Page to return, counted from 1.
                 * @example 1
                 */
                pageNumber?: number;
                /**
                 * @description Rows per page.
                 * @example 25
                 */
                pageSize?: number;
                /** @description Only meetings of this CRM account. It cannot be combined with salesforceOpportunityId. */
                salesforceAccountId?: string;
                /** @description Only meetings of this CRM opportunity. It cannot be combined with salesforceAccountId. */
                salesforceOpportunityId?: string;
                /**
                 * @description Only meetings in which each of these addresses is an attendee or the host.
                 * @example [
                 *       "grace@acme.example"
                 *     ]
                 */
                attendeeEmailAddresses?: string[];
                /**
                 * @description Only meetings of these sources: USER_PROVIDED, SERVICE, AIRCALL, CHORUS, CLOUDTALK, DIALPAD, GONG, GOOGLE_MEET, MINDTICKLE, MS_TEAMS, ORUM, OUTREACH, RINGCENTRAL, SALESLOFT, SALESLOFT_CI, VONAGE, WEBEX, WINGMAN, WISER, ZOOM, ZOOM_PHONE.
                 * @example [
                 *       "USER_PROVIDED",
                 *       "ZOOM"
                 *     ]
                 */
                sourceTypes?: ("USER_PROVIDED" | "SERVICE" | "AIRCALL" | "CHORUS" | "CLOUDTALK" | "DIALPAD" | "GONG" | "GOOGLE_MEET" | "MINDTICKLE" | "MS_TEAMS" | "ORUM" | "OUTREACH" | "RINGCENTRAL" | "SALESLOFT" | "SALESLOFT_CI" | "VONAGE" | "WEBEX" | "WINGMAN" | "WISER" | "ZOOM" | "ZOOM_PHONE")[] | string;
                /**
                 * @description Only meetings in which at least one of these signals fired, as their newest evaluation found. A signal that does not exist fired nowhere. It needs the scope `signals:read` as well.
                 * @example [
                 *       17
                 *     ]
                 */
                signalIds?: number[];
                /** @description The sort key; meetings with equal keys are sorted by id. Titles are compared without case and accents, by their first 200 characters. */
                sort?: "startTime" | "title";
                /** @description The direction of `sort`. By startTime, numbered pages stay stable with `asc` while new meetings arrive; `desc` returns the newest first. */
                order?: "asc" | "desc";
                /**
                 * @description `start`, or `next` of the page before, for the same filters, `sort` and `order`. It cannot be combined with pageNumber.
                 * @example start
                 */
                after?: string;
                /** @description If it is false, each meeting has `hasTranscript` instead of its transcript. */
                includeTranscript?: boolean;
                /** @description Adds a pre-signed downloadUrl, valid for 2 hours, to each meeting with a stored recording. */
                includeDownloadUrl?: boolean;
                /** @description Adds the signals that fired to each meeting in which any did. It needs the scope `signals:read` as well. */
                includeSignals?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of meetings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "meetings": [
                     *         {
                     *           "id": "1042",
                     *           "title": "Acme: quarterly review",
                     *           "startTime": "2026-01-31T09:30:00Z",
                     *           "endTime": "2026-01-31T10:15:00Z",
                     *           "host": {
                     *             "email": "ada@parley.example",
                     *             "name": "Ada Park"
                     *           },
                     *           "attendees": [
                     *             {
                     *               "id": "6bb1f0b0c0f0a1d2",
                     *               "name": "Ada Park",
                     *               "email": "ada@parley.example",
                     *               "isInternal": true
                     *             },
                     *             {
                     *               "id": "1f0e9d8c7b6a5040",
                     *               "name": "Grace Lund",
                     *               "email": "grace@acme.example",
                     *               "isInternal": false
                     *             }
                     *           ],
                     *           "transcript": {
                     *             "entries": [
                     *               {
                     *                 "text": "Shall we start with the numbers?",
                     *                 "speaker": {
                     *                   "name": "Ada Park",
                     *                   "attendeeId": "6bb1f0b0c0f0a1d2"
                     *                 },
                     *                 "timestamp": "00:00:04.250",
                     *                 "timestampSeconds": 4.25
                     *               }
                     *             ]
                     *           },
                     *           "crmAccountId": "0018c00002ABCDEAA5"
                     *         }
                     *       ],
                     *       "pageCount": 1
                     *     }
                     */
                    "application/json": components["schemas"]["MeetingPage"];
                };
            };
            /** @description Errors: 400, 401, 403, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getMeeting: {
        parameters: {
            query?: {
                /** @description false: omits the transcript, and says in `hasTranscript` whether there is one. */
                includeTranscript?: boolean;
                /** @description Adds a pre-signed downloadUrl, valid for 2 hours, if a recording is stored. */
                includeDownloadUrl?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the meeting.
                 * @example 1042
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The meeting. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "1042",
                     *       "title": "Acme: quarterly review",
                     *       "startTime": "2026-01-31T09:30:00Z",
                     *       "endTime": "2026-01-31T10:15:00Z",
                     *       "host": {
                     *         "email": "ada@parley.example",
                     *         "name": "Ada Park"
                     *       },
                     *       "attendees": [
                     *         {
                     *           "id": "6bb1f0b0c0f0a1d2",
                     *           "name": "Ada Park",
                     *           "email": "ada@parley.example",
                     *           "isInternal": true
                     *         },
                     *         {
                     *           "id": "1f0e9d8c7b6a5040",
                     *           "name": "Grace Lund",
                     *           "email": "grace@acme.example",
                     *           "isInternal": false
                     *         }
                     *       ],
                     *       "transcript": {
                     *         "entries": [
                     *           {
                     *             "text": "Shall we start with the numbers?",
                     *             "speaker": {
                     *               "name": "Ada Park",
                     *               "attendeeId": "6bb1f0b0c0f0a1d2"
                     *             },
                     *             "timestamp": "00:00:04.250",
                     *             "timestampSeconds": 4.25
                     *           }
                     *         ]
                     *       },
                     *       "crmAccountId": "0018c00002ABCDEAA5",
                     *       "recording": {
                     *         "state": "stored",
                     *         "contentType": "audio/mpeg",
                     *         "bytes": 15734112,
                     *         "updatedAt": "2026-01-31T10:20:00Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MeetingWithRecording"];
                };
            };
            /** @description Errors: 400, 401, 403, 404, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteMeeting: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the meeting.
                 * @example 1042
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The meeting is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Errors: 400, 401, 403, 404, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listMeetingVersions: {
        parameters: {
            query?: {
                /** @description Number of versions per page. */
                pageSize?: number;
                /**
                 * @description Only versions that are older than this one; use nextBefore of the previous page.
                 * @example 12
                 */
                before?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the meeting.
                 * @example 1042
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of versions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "versions": [
                     *         {
                     *           "version": 2,
                     *           "at": "2026-01-31T10:20:00Z",
                     *           "keyId": 7,
                     *           "cause": "ingest",
                     *           "changed": [
                     *             "title",
                     *             "transcript"
                     *           ]
                     *         },
                     *         {
                     *           "version": 1,
                     *           "at": "2026-01-31T10:16:00Z",
                     *           "keyId": 7,
                     *           "cause": "ingest",
                     *           "changed": []
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MeetingVersions"];
                };
            };
            /** @description Errors: 400, 401, 403, 404, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getMeetingVersion: {
        parameters: {
            query?: {
                /** @description Adds a pre-signed downloadUrl of the version's recording, valid for 2 hours, if one is stored. */
                includeDownloadUrl?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the meeting.
                 * @example 1042
                 */
                id: number | string;
                /**
                 * @description Number of the version.
                 * @example 1
                 */
                version: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version of the meeting. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "1042",
                     *       "title": "Acme: quarterly review",
                     *       "startTime": "2026-01-31T09:30:00Z",
                     *       "endTime": "2026-01-31T10:15:00Z",
                     *       "host": {
                     *         "email": "ada@parley.example",
                     *         "name": "Ada Park"
                     *       },
                     *       "attendees": [
                     *         {
                     *           "id": "6bb1f0b0c0f0a1d2",
                     *           "name": "Ada Park",
                     *           "email": "ada@parley.example",
                     *           "isInternal": true
                     *         },
                     *         {
                     *           "id": "1f0e9d8c7b6a5040",
                     *           "name": "Grace Lund",
                     *           "email": "grace@acme.example",
                     *           "isInternal": false
                     *         }
                     *       ],
                     *       "transcript": {
                     *         "entries": [
                     *           {
                     *             "text": "Shall we start with the numbers?",
                     *             "speaker": {
                     *               "name": "Ada Park",
                     *               "attendeeId": "6bb1f0b0c0f0a1d2"
                     *             },
                     *             "timestamp": "00:00:04.250",
                     *             "timestampSeconds": 4.25
                     *           }
                     *         ]
                     *       },
                     *       "crmAccountId": "0018c00002ABCDEAA5",
                     *       "recording": {
                     *         "state": "stored",
                     *         "contentType": "audio/mpeg",
                     *         "bytes": 15734112,
                     *         "updatedAt": "2026-01-31T10:20:00Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MeetingWithRecording"];
                };
            };
            /** @description Errors: 400, 401, 403, 404, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    restoreMeetingVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the meeting.
                 * @example 1042
                 */
                id: number | string;
                /**
                 * @description Number of the version.
                 * @example 1
                 */
                version: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version that is current now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": 3,
                     *       "at": "2026-01-31T10:20:00Z",
                     *       "keyId": 7,
                     *       "cause": "restore",
                     *       "changed": [
                     *         "title",
                     *         "transcript"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MeetingVersion"];
                };
            };
            /** @description Errors: 400, 401, 403, 404, 429, 431, 500, 503, 507. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The organization has used up its storage quota (`PARLEY_ORGANIZATION_BYTES`); the Retry-After header says when to retry after deleting data."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getTranscript: {
        parameters: {
            query?: {
                /** @description The format: JSON, or a file with plain text, Markdown, WebVTT or SubRip. */
                format?: "json" | "text" | "markdown" | "vtt" | "srt";
                /**
                 * @description Index of the first entry, counted from 0.
                 * @example 0
                 */
                fromEntry?: number;
                /**
                 * @description The most entries. Default: all, or 20 with `around`.
                 * @example 100
                 */
                entries?: number;
                /**
                 * @description Index of an entry: the entries before and after it are returned with it.
                 * @example 40
                 */
                around?: number;
                /**
                 * @description Only entries of this speaker: a name or words of it, in any case, or the address of an attendee or host.
                 * @example Grace Lund
                 */
                speaker?: string;
                /**
                 * @description The most tokens of the whole response, as a language model counts them. They are estimated, and the estimate is never too low.
                 * @example 4000
                 */
                maxTokens?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the meeting.
                 * @example 1042
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transcript. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "meetingId": "1042",
                     *       "language": "en",
                     *       "entries": [
                     *         {
                     *           "entryIndex": 0,
                     *           "text": "Shall we start with the numbers?",
                     *           "speaker": {
                     *             "name": "Ada Park",
                     *             "attendeeId": "6bb1f0b0c0f0a1d2",
                     *             "side": "us"
                     *           },
                     *           "timestamp": "00:00:04.250",
                     *           "timestampSeconds": 4.25,
                     *           "endSeconds": 6.1
                     *         }
                     *       ],
                     *       "next": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Transcript"];
                    /** @example [00:00:04] Ada Park: Shall we start with the numbers? */
                    "text/plain": string;
                    /**
                     * @example # Acme: quarterly review
                     *
                     *     2026-01-31T09:30:00Z
                     *
                     *     **Ada Park** 00:00:04: Shall we start with the numbers?
                     */
                    "text/markdown": string;
                    /**
                     * @example WEBVTT - Acme: quarterly review
                     *     Language: en
                     *
                     *     0
                     *     00:00:04.250 --> 00:00:06.100
                     *     <v Ada Park>Shall we start with the numbers?</v>
                     */
                    "text/vtt": string;
                    /**
                     * @example 1
                     *     00:00:04,250 --> 00:00:06,100
                     *     Ada Park: Shall we start with the numbers?
                     */
                    "application/x-subrip": string;
                };
            };
            /** @description Errors: 400, 401, 403, 404, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getMeetingSummary: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the meeting.
                 * @example 1042
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The summary. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "meetingId": "1042",
                     *       "generatedAt": "2026-01-31T10:16:09Z",
                     *       "provider": "anthropic",
                     *       "model": "claude-sonnet-4-5",
                     *       "text": "Decisions\nNone identified\n\nNext steps\n- Ada Park: Send an offer for two years.\n\nOpen questions\nNone identified\n\nTopics\n- 00:18:32.500 Price",
                     *       "decisions": [],
                     *       "nextSteps": [
                     *         {
                     *           "text": "Send an offer for two years.",
                     *           "owner": "Ada Park",
                     *           "quotes": [
                     *             {
                     *               "text": "the price is the one thing that keeps us from signing",
                     *               "entryIndex": 41,
                     *               "speaker": "Grace Lund",
                     *               "side": "customer",
                     *               "timestamp": "00:18:32.500",
                     *               "timestampSeconds": 1112.5
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "openQuestions": [],
                     *       "topics": [
                     *         {
                     *           "text": "Price",
                     *           "entryIndex": 41,
                     *           "start": "00:18:32.500",
                     *           "startSeconds": 1112.5,
                     *           "quotes": [
                     *             {
                     *               "text": "the price is the one thing that keeps us from signing",
                     *               "entryIndex": 41,
                     *               "speaker": "Grace Lund",
                     *               "side": "customer",
                     *               "timestamp": "00:18:32.500",
                     *               "timestampSeconds": 1112.5
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MeetingSummary"];
                };
            };
            /** @description Errors: 400, 401, 403, 404, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listMeetingEvaluations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the meeting.
                 * @example 1042
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The evaluations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "processing": {
                     *         "signals": "done",
                     *         "summary": "done"
                     *       },
                     *       "evaluations": [
                     *         {
                     *           "signalId": 17,
                     *           "signalName": "Price objection",
                     *           "version": 2,
                     *           "state": "fired",
                     *           "evaluationId": "15011702",
                     *           "reason": "Grace says that the price is what keeps them from signing.",
                     *           "executionId": 90210,
                     *           "evaluatedAt": "2026-01-31T10:16:08.250Z",
                     *           "provider": "anthropic",
                     *           "model": "claude-sonnet-4-5",
                     *           "confidence": 0.62,
                     *           "votes": {
                     *             "fired": 2,
                     *             "notFired": 1
                     *           },
                     *           "quotes": [
                     *             {
                     *               "text": "the price is the one thing that keeps us from signing",
                     *               "entryIndex": 41,
                     *               "speaker": "Grace Lund",
                     *               "side": "customer",
                     *               "timestamp": "00:18:32.500",
                     *               "timestampSeconds": 1112.5
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MeetingEvaluations"];
                };
            };
            /** @description Errors: 400, 401, 403, 404, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getMeetingActivity: {
        parameters: {
            query: {
                /**
                 * @description Only meetings that started at or after this time.
                 * @example 2026-01-01T00:00:00Z
                 */
                from: string;
                /**
                 * @description The end of the window, inclusive, at most 366 days after `from`. Default: current time.
                 * @example 2026-02-01T00:00:00Z
                 */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The days, in ascending order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "days": [
                     *         {
                     *           "day": "2026-01-31",
                     *           "sourceType": "ZOOM",
                     *           "meetings": 14
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MeetingActivity"];
                };
            };
            /** @description Errors: 400, 401, 403, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    search: {
        parameters: {
            query: {
                /**
                 * @description The text that was typed.
                 * @example quarterly rev
                 */
                query: string;
                /**
                 * @description The most meetings, and the most people, to return.
                 * @example 25
                 */
                pageSize?: number;
                /** @description `next` of the page before, for the same query. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The matches. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "meetings": [
                     *         {
                     *           "id": "1042",
                     *           "title": "Acme: quarterly review",
                     *           "startTime": "2026-01-31T09:30:00Z",
                     *           "hostName": "Ada Park",
                     *           "hostEmail": "ada@parley.example"
                     *         }
                     *       ],
                     *       "people": [
                     *         {
                     *           "email": "grace@acme.example",
                     *           "name": "Grace Lund"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SearchResult"];
                };
            };
            /** @description Errors: 400, 401, 403, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    searchMoments: {
        parameters: {
            query: {
                /**
                 * @description What to search for. Quotes, minus signs and asterisks have the meaning described above; other punctuation separates words.
                 * @example renewal "two years" -pilot
                 */
                query: string;
                /**
                 * @description Only meetings that start at or after this time.
                 * @example 2026-01-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description Only meetings that end at or before this time. It must not be before `from`.
                 * @example 2026-02-01T00:00:00Z
                 */
                to?: string;
                /**
                 * @description Only meetings of this CRM account. It cannot be combined with salesforceOpportunityId.
                 * @example 0018c00002ABCDEAA5
                 */
                salesforceAccountId?: string;
                /** @description Only meetings of this CRM opportunity. It cannot be combined with salesforceAccountId. */
                salesforceOpportunityId?: string;
                /**
                 * @description Only meetings in which each of these addresses is an attendee or the host.
                 * @example [
                 *       "grace@acme.example"
                 *     ]
                 */
                attendeeEmailAddresses?: string[];
                /**
                 * @description Only meetings of these sources: USER_PROVIDED, SERVICE, AIRCALL, CHORUS, CLOUDTALK, DIALPAD, GONG, GOOGLE_MEET, MINDTICKLE, MS_TEAMS, ORUM, OUTREACH, RINGCENTRAL, SALESLOFT, SALESLOFT_CI, VONAGE, WEBEX, WINGMAN, WISER, ZOOM, ZOOM_PHONE.
                 * @example [
                 *       "USER_PROVIDED",
                 *       "ZOOM"
                 *     ]
                 */
                sourceTypes?: ("USER_PROVIDED" | "SERVICE" | "AIRCALL" | "CHORUS" | "CLOUDTALK" | "DIALPAD" | "GONG" | "GOOGLE_MEET" | "MINDTICKLE" | "MS_TEAMS" | "ORUM" | "OUTREACH" | "RINGCENTRAL" | "SALESLOFT" | "SALESLOFT_CI" | "VONAGE" | "WEBEX" | "WINGMAN" | "WISER" | "ZOOM" | "ZOOM_PHONE")[] | string;
                /**
                 * @description Only entries of this speaker: the name or words of it, in any case, or the e-mail address of an attendee or the host.
                 * @example grace@acme.example
                 */
                speaker?: string;
                /** @description Only entries of speakers who belong to the organization, or who don't, as far as it is known. */
                side?: "internal" | "external";
                /**
                 * @description Only moments of this meeting.
                 * @example 1042
                 */
                meetingId?: number;
                /** @description The order of the moments. */
                order?: "newest" | "relevance";
                /**
                 * @description Moments per page.
                 * @example 25
                 */
                pageSize?: number;
                /** @description `next` of the page before, for the same query, filters and order. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of moments. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "moments": [
                     *         {
                     *           "meetingId": "1042",
                     *           "title": "Acme: quarterly review",
                     *           "startTime": "2026-01-31T09:30:00Z",
                     *           "entryIndex": 1,
                     *           "timestampSeconds": 6.5,
                     *           "speaker": {
                     *             "name": "Grace Lund",
                     *             "attendeeId": "1f0e9d8c7b6a5040",
                     *             "side": "customer"
                     *           },
                     *           "text": "Yes. We decided to renew for two years.",
                     *           "highlights": [
                     *             [
                     *               19,
                     *               24
                     *             ]
                     *           ],
                     *           "before": "Shall we start with the numbers?",
                     *           "after": "Great, I will send you the contract on Friday.",
                     *           "url": "http://127.0.0.1:8080/meetings/1042?t=6&entry=1"
                     *         }
                     *       ],
                     *       "meetingCount": 1
                     *     }
                     */
                    "application/json": components["schemas"]["MomentPage"];
                };
            };
            /** @description Errors: 400, 401, 403, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    ask: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 5242880 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "question": "What did Acme decide about the renewal?",
                 *       "from": "2026-01-01T00:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["AskRequest"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sentences": [
                     *         {
                     *           "text": "Acme decided on 31 January to renew for two years.",
                     *           "quotes": [
                     *             {
                     *               "meetingId": "1042",
                     *               "title": "Acme: quarterly review",
                     *               "startTime": "2026-01-31T09:30:00Z",
                     *               "entryIndex": 1,
                     *               "timestampSeconds": 6.5,
                     *               "speaker": "Grace Lund",
                     *               "side": "customer",
                     *               "text": "We decided to renew for two years.",
                     *               "url": "http://127.0.0.1:8080/meetings/1042?t=6&entry=1"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "coverage": {
                     *         "meetingsInScope": 42,
                     *         "meetingsRead": 8,
                     *         "entriesRead": 120
                     *       },
                     *       "dropped": 0,
                     *       "provider": "anthropic",
                     *       "model": "claude-sonnet-4-5",
                     *       "tokens": {
                     *         "input": 9310,
                     *         "output": 164
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Answer"];
                };
            };
            /** @description Errors: 400, 401, 403, 404, 408, 413, 415, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The AI provider or the database does not respond, or too many questions are being answered at the same time; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    downloadRecording: {
        parameters: {
            query: {
                /** @description When the URL expires, in milliseconds since 1970. */
                expires: string;
                /** @description File name of the download. */
                name: string;
                /** @description Its Content-Type. */
                type: string;
                /** @description The key that signed the URL. */
                kid: string;
                /** @description Signature over all of the above. */
                signature: string;
            };
            header?: never;
            path: {
                /** @description Identifier of the organization. */
                organizationId: string;
                /** @description Identifier of the meeting. */
                meetingId: string;
                /** @description Identifier of the recording. */
                recordingId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The recording. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Binary;
                };
            };
            /** @description The part that Range requests. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Binary;
                };
            };
            /** @description Errors: 400, 403, 404, 416, 431, 500. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Internal error."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    remapMeeting: {
        parameters: {
            query?: {
                /** @description Write a call summary afterwards. */
                triggerSummary?: boolean;
                /** @description Evaluate the AI signals afterwards. */
                triggerAiSignals?: boolean;
            };
            header?: {
                /** @description For 24 hours, the same key with the same request returns the first response again; with a different request it returns 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 5242880 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "meetingDetails": {
                 *         "serviceMeetingId": 1042
                 *       },
                 *       "salesforceRecords": {
                 *         "accountId": "0018c00002ABCDEAA5"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["RemapMeeting"];
            };
        };
        responses: {
            /** @description The remap is accepted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accepted": true,
                     *       "requestId": "0b0f7f2e-6f0e-4a55-9d0c-3f1f8c1f2a77"
                     *     }
                     */
                    "application/json": components["schemas"]["RemapAccepted"];
                };
            };
            /** @description A parameter or the body is invalid; the message names each fault. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "A parameter or the body is invalid; the message names each fault.",
                     *       "requestId": "b7f1c9d0-3a54-4f0e-9a7e-2f6d1c0b8e11"
                     *     }
                     */
                    "application/json": components["schemas"]["RemapError"];
                };
            };
            /** @description The API key is missing, malformed, unknown, expired or revoked, or the session has ended. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The API key is missing, malformed, unknown, expired or revoked, or the session has ended.",
                     *       "requestId": "b7f1c9d0-3a54-4f0e-9a7e-2f6d1c0b8e11"
                     *     }
                     */
                    "application/json": components["schemas"]["RemapError"];
                };
            };
            /** @description The API key lacks a scope of the operation, or a change by session has a wrong Origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The API key lacks a scope of the operation, or a change by session has a wrong Origin.",
                     *       "requestId": "b7f1c9d0-3a54-4f0e-9a7e-2f6d1c0b8e11"
                     *     }
                     */
                    "application/json": components["schemas"]["RemapError"];
                };
            };
            /** @description The body, or the request as a whole, took too long to arrive. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body, or the request as a whole, took too long to arrive.",
                     *       "requestId": "b7f1c9d0-3a54-4f0e-9a7e-2f6d1c0b8e11"
                     *     }
                     */
                    "application/json": components["schemas"]["RemapError"];
                };
            };
            /** @description A request with the same Idempotency-Key is still in progress. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "A request with the same Idempotency-Key is still in progress.",
                     *       "requestId": "b7f1c9d0-3a54-4f0e-9a7e-2f6d1c0b8e11"
                     *     }
                     */
                    "application/json": components["schemas"]["RemapError"];
                };
            };
            /** @description The body is larger than the operation accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The body is larger than the operation accepts.",
                     *       "requestId": "b7f1c9d0-3a54-4f0e-9a7e-2f6d1c0b8e11"
                     *     }
                     */
                    "application/json": components["schemas"]["RemapError"];
                };
            };
            /** @description The Content-Type is not application/json, or the body is compressed. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The Content-Type is not application/json, or the body is compressed.",
                     *       "requestId": "b7f1c9d0-3a54-4f0e-9a7e-2f6d1c0b8e11"
                     *     }
                     */
                    "application/json": components["schemas"]["RemapError"];
                };
            };
            /** @description The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The Idempotency-Key was used for another request.",
                     *       "requestId": "b7f1c9d0-3a54-4f0e-9a7e-2f6d1c0b8e11"
                     *     }
                     */
                    "application/json": components["schemas"]["RemapError"];
                };
            };
            /** @description The API key has exceeded the limit of requests per minute, if the installation sets one; the Retry-After header says when to retry. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The API key has exceeded the limit of requests per minute, if the installation sets one; the Retry-After header says when to retry.",
                     *       "requestId": "b7f1c9d0-3a54-4f0e-9a7e-2f6d1c0b8e11"
                     *     }
                     */
                    "application/json": components["schemas"]["RemapError"];
                };
            };
            /** @description The path and the headers together are larger than 16 KiB. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The path and the headers must be at most 16384 bytes"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Internal error.",
                     *       "requestId": "b7f1c9d0-3a54-4f0e-9a7e-2f6d1c0b8e11"
                     *     }
                     */
                    "application/json": components["schemas"]["RemapError"];
                };
            };
            /** @description The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry.",
                     *       "requestId": "b7f1c9d0-3a54-4f0e-9a7e-2f6d1c0b8e11"
                     *     }
                     */
                    "application/json": components["schemas"]["RemapError"];
                };
            };
        };
    };
    getRemap: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier that was returned when the remap was accepted.
                 * @example 0b0f7f2e-6f0e-4a55-9d0c-3f1f8c1f2a77
                 */
                requestId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The remap. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestId": "0b0f7f2e-6f0e-4a55-9d0c-3f1f8c1f2a77",
                     *       "status": "completed",
                     *       "meetingId": "1042",
                     *       "from": {},
                     *       "to": {
                     *         "accountId": "0018c00002ABCDEAA5"
                     *       },
                     *       "keyId": 7,
                     *       "acceptedAt": "2026-01-31T10:20:00Z",
                     *       "appliedAt": "2026-01-31T10:20:00.120Z",
                     *       "completedAt": "2026-01-31T10:20:00.120Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Remap"];
                };
            };
            /** @description Errors: 400, 401, 403, 404, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    undoRemap: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, the same key with the same request returns the first response again; with a different request it returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Identifier that was returned when the remap was accepted.
                 * @example 0b0f7f2e-6f0e-4a55-9d0c-3f1f8c1f2a77
                 */
                requestId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The undo is accepted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accepted": true,
                     *       "requestId": "0b0f7f2e-6f0e-4a55-9d0c-3f1f8c1f2a77"
                     *     }
                     */
                    "application/json": components["schemas"]["RemapAccepted"];
                };
            };
            /** @description A parameter or the body is invalid; the message names each fault. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "A parameter or the body is invalid; the message names each fault.",
                     *       "requestId": "b7f1c9d0-3a54-4f0e-9a7e-2f6d1c0b8e11"
                     *     }
                     */
                    "application/json": components["schemas"]["RemapError"];
                };
            };
            /** @description The API key is missing, malformed, unknown, expired or revoked, or the session has ended. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The API key is missing, malformed, unknown, expired or revoked, or the session has ended.",
                     *       "requestId": "b7f1c9d0-3a54-4f0e-9a7e-2f6d1c0b8e11"
                     *     }
                     */
                    "application/json": components["schemas"]["RemapError"];
                };
            };
            /** @description The API key lacks a scope of the operation, or a change by session has a wrong Origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The API key lacks a scope of the operation, or a change by session has a wrong Origin.",
                     *       "requestId": "b7f1c9d0-3a54-4f0e-9a7e-2f6d1c0b8e11"
                     *     }
                     */
                    "application/json": components["schemas"]["RemapError"];
                };
            };
            /** @description The organization has no such remap. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The organization has no such remap.",
                     *       "requestId": "b7f1c9d0-3a54-4f0e-9a7e-2f6d1c0b8e11"
                     *     }
                     */
                    "application/json": components["schemas"]["RemapError"];
                };
            };
            /** @description The remap cannot be undone now; the message says why. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The remap cannot be undone now; the message says why.",
                     *       "requestId": "b7f1c9d0-3a54-4f0e-9a7e-2f6d1c0b8e11"
                     *     }
                     */
                    "application/json": components["schemas"]["RemapError"];
                };
            };
            /** @description The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The Idempotency-Key was used for another request.",
                     *       "requestId": "b7f1c9d0-3a54-4f0e-9a7e-2f6d1c0b8e11"
                     *     }
                     */
                    "application/json": components["schemas"]["RemapError"];
                };
            };
            /** @description The API key has exceeded the limit of requests per minute, if the installation sets one; the Retry-After header says when to retry. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The API key has exceeded the limit of requests per minute, if the installation sets one; the Retry-After header says when to retry.",
                     *       "requestId": "b7f1c9d0-3a54-4f0e-9a7e-2f6d1c0b8e11"
                     *     }
                     */
                    "application/json": components["schemas"]["RemapError"];
                };
            };
            /** @description The path and the headers together are larger than 16 KiB. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The path and the headers must be at most 16384 bytes"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Internal error.",
                     *       "requestId": "b7f1c9d0-3a54-4f0e-9a7e-2f6d1c0b8e11"
                     *     }
                     */
                    "application/json": components["schemas"]["RemapError"];
                };
            };
            /** @description The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry.",
                     *       "requestId": "b7f1c9d0-3a54-4f0e-9a7e-2f6d1c0b8e11"
                     *     }
                     */
                    "application/json": components["schemas"]["RemapError"];
                };
            };
        };
    };
    listRemaps: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the meeting.
                 * @example 1042
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The remaps. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "remaps": [
                     *         {
                     *           "requestId": "0b0f7f2e-6f0e-4a55-9d0c-3f1f8c1f2a77",
                     *           "status": "completed",
                     *           "meetingId": "1042",
                     *           "from": {},
                     *           "to": {
                     *             "accountId": "0018c00002ABCDEAA5"
                     *           },
                     *           "keyId": 7,
                     *           "acceptedAt": "2026-01-31T10:20:00Z",
                     *           "appliedAt": "2026-01-31T10:20:00.120Z",
                     *           "completedAt": "2026-01-31T10:20:00.120Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RemapList"];
                };
            };
            /** @description Errors: 400, 401, 403, 404, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listSignalPrompts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signals. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "signals": [
                     *         {
                     *           "id": 17,
                     *           "signalName": "Price objection",
                     *           "contextSource": "MEETING",
                     *           "enabled": true,
                     *           "createdAt": "2026-01-05T08:00:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SignalList"];
                };
            };
            /** @description Errors: 400, 401, 403, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listSignalDefinitions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signals. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "signals": [
                     *         {
                     *           "id": 17,
                     *           "signalName": "Price objection",
                     *           "contextSource": "MEETING",
                     *           "enabled": true,
                     *           "createdAt": "2026-01-05T08:00:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SignalList"];
                };
            };
            /** @description Errors: 400, 401, 403, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listExampleSignals: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The example signals. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "languages": [
                     *         "en",
                     *         "de",
                     *         "fr",
                     *         "es",
                     *         "pt"
                     *       ],
                     *       "examples": [
                     *         {
                     *           "signal": {
                     *             "signalName": "Budget",
                     *             "prompt": "The customer says whether there is a budget, how large it is, or that it is missing or frozen.",
                     *             "saidBy": "customer",
                     *             "contextSource": "MEETING",
                     *             "enabled": false,
                     *             "phrases": [
                     *               "our budget",
                     *               "the budget",
                     *               "no budget",
                     *               "over budget",
                     *               "budget approved",
                     *               "unser Budget",
                     *               "das Budget",
                     *               "kein Budget",
                     *               "notre budget",
                     *               "le budget",
                     *               "pas de budget",
                     *               "nuestro presupuesto",
                     *               "el presupuesto",
                     *               "sin presupuesto",
                     *               "nosso orçamento",
                     *               "o orçamento",
                     *               "sem orçamento"
                     *             ]
                     *           },
                     *           "quality": {
                     *             "sentences": 14,
                     *             "moments": 8,
                     *             "fired": 7,
                     *             "right": 6,
                     *             "precision": {
                     *               "value": 0.8571,
                     *               "low": 0.4869,
                     *               "high": 0.9743
                     *             },
                     *             "recall": {
                     *               "value": 0.75,
                     *               "low": 0.4093,
                     *               "high": 0.9285
                     *             }
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ExampleSignalList"];
                };
            };
            /** @description Errors: 400, 401, 403, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPromptExecutions: {
        parameters: {
            query: {
                /**
                 * @description Only executions triggered at or after this time.
                 * @example 2026-01-01T00:00:00Z
                 */
                executionFrom: string;
                /**
                 * @description Only executions triggered at or before this time. It must not be before `executionFrom`. Default: current time.
                 * @example 2026-02-01T00:00:00Z
                 */
                executionTo?: string;
                /**
                 * @description Page to return, counted from 1.
                 * @example 1
                 */
                pageNumber?: number;
                /**
                 * @description Rows per page.
                 * @example 25
                 */
                pageSize?: number;
                /** @description Adds the answers to the follow-up prompts. */
                includeCustomInstructions?: boolean;
                /** @description Adds executionId, which identifies an execution in requests for its evidence. */
                includeExecutionId?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the signal.
                 * @example 17
                 */
                promptId: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of executions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "signals": [
                     *         {
                     *           "signalId": 17,
                     *           "signalName": "Price objection",
                     *           "triggeredAt": "2026-01-31T10:16:08.250Z",
                     *           "sourceTitle": "Acme: quarterly review",
                     *           "prompt": "The customer says that the price is too high.",
                     *           "reason": "Grace says that the price is what keeps them from signing.",
                     *           "hostEmail": "ada@parley.example",
                     *           "attendeeEmails": [
                     *             "grace@acme.example"
                     *           ],
                     *           "crmAccountId": "0018c00002ABCDEAA5",
                     *           "crmAccountName": "Acme",
                     *           "sourceId": "1042",
                     *           "sourceType": "meeting",
                     *           "customInstructions": [
                     *             {
                     *               "name": "Next step",
                     *               "prompt": "What was agreed on?",
                     *               "response": "Ada sends an offer for two years by Friday."
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "pageCount": 1
                     *     }
                     */
                    "application/json": components["schemas"]["PromptExecutionPage"];
                };
            };
            /** @description Errors: 400, 401, 403, 404, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listDefinitionExecutions: {
        parameters: {
            query: {
                /**
                 * @description Only executions triggered at or after this time.
                 * @example 2026-01-01T00:00:00Z
                 */
                executionFrom: string;
                /**
                 * @description Only executions triggered at or before this time. It must not be before `executionFrom`. Default: current time.
                 * @example 2026-02-01T00:00:00Z
                 */
                executionTo?: string;
                /**
                 * @description Page to return, counted from 1.
                 * @example 1
                 */
                pageNumber?: number;
                /**
                 * @description Rows per page.
                 * @example 25
                 */
                pageSize?: number;
                /** @description Adds the answers to the follow-up prompts. */
                includeFollowUpPrompts?: boolean;
                /** @description Adds executionId, which identifies an execution in requests for its evidence. */
                includeExecutionId?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the signal.
                 * @example 17
                 */
                definitionId: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of executions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "signals": [
                     *         {
                     *           "signalId": 17,
                     *           "signalName": "Price objection",
                     *           "triggeredAt": "2026-01-31T10:16:08.250Z",
                     *           "sourceTitle": "Acme: quarterly review",
                     *           "prompt": "The customer says that the price is too high.",
                     *           "reason": "Grace says that the price is what keeps them from signing.",
                     *           "hostEmail": "ada@parley.example",
                     *           "attendeeEmails": [
                     *             "grace@acme.example"
                     *           ],
                     *           "crmAccountId": "0018c00002ABCDEAA5",
                     *           "crmAccountName": "Acme",
                     *           "sourceId": 1042,
                     *           "sourceType": "meeting",
                     *           "followUpPrompts": [
                     *             {
                     *               "name": "Next step",
                     *               "prompt": "What was agreed on?",
                     *               "response": "Ada sends an offer for two years by Friday."
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "pageCount": 1
                     *     }
                     */
                    "application/json": components["schemas"]["DefinitionExecutionPage"];
                };
            };
            /** @description Errors: 400, 401, 403, 404, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listExecutions: {
        parameters: {
            query: {
                /**
                 * @description Only executions triggered at or after this time.
                 * @example 2026-01-01T00:00:00Z
                 */
                executionFrom: string;
                /**
                 * @description Only executions triggered at or before this time. It must not be before `executionFrom`. Default: current time.
                 * @example 2026-02-01T00:00:00Z
                 */
                executionTo?: string;
                /**
                 * @description Page to return, counted from 1.
                 * @example 1
                 */
                pageNumber?: number;
                /**
                 * @description Rows per page.
                 * @example 25
                 */
                pageSize?: number;
                /**
                 * @description Only executions of these signals. A signal that does not exist has none.
                 * @example [
                 *       17
                 *     ]
                 */
                signalIds?: number[];
                /**
                 * @description Only executions in these kinds of conversations: meeting, email.
                 * @example [
                 *       "meeting",
                 *       "email"
                 *     ]
                 */
                sourceTypes?: ("meeting" | "email")[] | string;
                /** @description What the executions are sorted by: `triggeredAt`, the time of the evaluation; `sourceTime`, the start of the meeting or the time of the e-mail; `signalName`, the present name of the signal, and of each the newest first. */
                sort?: "triggeredAt" | "sourceTime" | "signalName";
                /** @description The direction of the order. Pages of `triggeredAt` with `asc` stay stable while signals fire. */
                order?: "asc" | "desc";
                /** @description Adds the quotes that prove each execution. */
                includeQuotes?: boolean;
                /** @description Adds the start of the meeting, or the time of the e-mail. */
                includeSourceTime?: boolean;
                /** @description Adds the answers to the follow-up prompts. */
                includeFollowUpPrompts?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of executions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "signals": [
                     *         {
                     *           "signalId": 17,
                     *           "signalName": "Price objection",
                     *           "triggeredAt": "2026-01-31T10:16:08.250Z",
                     *           "sourceTitle": "Acme: quarterly review",
                     *           "prompt": "The customer says that the price is too high.",
                     *           "reason": "Grace says that the price is what keeps them from signing.",
                     *           "hostEmail": "ada@parley.example",
                     *           "attendeeEmails": [
                     *             "grace@acme.example"
                     *           ],
                     *           "crmAccountId": "0018c00002ABCDEAA5",
                     *           "crmAccountName": "Acme",
                     *           "executionId": 90210,
                     *           "sourceId": 1042,
                     *           "sourceType": "meeting",
                     *           "sourceTime": "2026-01-31T09:30:00Z",
                     *           "quotes": [
                     *             {
                     *               "text": "the price is the one thing that keeps us from signing",
                     *               "entryIndex": 41,
                     *               "speaker": "Grace Lund",
                     *               "side": "customer",
                     *               "timestamp": "00:18:32.500",
                     *               "timestampSeconds": 1112.5
                     *             }
                     *           ],
                     *           "followUpPrompts": [
                     *             {
                     *               "name": "Next step",
                     *               "prompt": "What was agreed on?",
                     *               "response": "Ada sends an offer for two years by Friday."
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "pageCount": 1
                     *     }
                     */
                    "application/json": components["schemas"]["ExecutionPage"];
                };
            };
            /** @description Errors: 400, 401, 403, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getExecutionEvidence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the signal.
                 * @example 17
                 */
                promptId: number | string;
                /**
                 * @description Identifier of the execution.
                 * @example 90210
                 */
                executionId: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The evidence. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "executionId": 90210,
                     *       "evaluationId": "15011702",
                     *       "signalId": 17,
                     *       "version": 2,
                     *       "provider": "anthropic",
                     *       "model": "claude-sonnet-4-5",
                     *       "triggeredAt": "2026-01-31T10:16:08.250Z",
                     *       "sourceType": "meeting",
                     *       "sourceId": "1042",
                     *       "reason": "Grace says that the price is what keeps them from signing.",
                     *       "superseded": false,
                     *       "confidence": 0.62,
                     *       "votes": {
                     *         "fired": 2,
                     *         "notFired": 1
                     *       },
                     *       "quotes": [
                     *         {
                     *           "text": "the price is the one thing that keeps us from signing",
                     *           "entryIndex": 41,
                     *           "speaker": "Grace Lund",
                     *           "side": "customer",
                     *           "timestamp": "00:18:32.500",
                     *           "timestampSeconds": 1112.5
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Evidence"];
                };
            };
            /** @description Errors: 400, 401, 403, 404, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getSignalCoverage: {
        parameters: {
            query: {
                /**
                 * @description Only meetings that started, and e-mails that were sent, at or after this time.
                 * @example 2026-01-01T00:00:00Z
                 */
                from: string;
                /**
                 * @description The end of the window, inclusive. It must not be before `from`. Default: current time.
                 * @example 2026-02-01T00:00:00Z
                 */
                to?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the signal.
                 * @example 17
                 */
                promptId: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The coverage. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "signalId": 17,
                     *       "from": "2026-01-01T00:00:00Z",
                     *       "to": "2026-02-01T00:00:00Z",
                     *       "sources": 240,
                     *       "eligible": 225,
                     *       "fired": 31,
                     *       "notFired": 190,
                     *       "failed": 1,
                     *       "pending": 3,
                     *       "notEvaluated": 15
                     *     }
                     */
                    "application/json": components["schemas"]["Coverage"];
                };
            };
            /** @description Errors: 400, 401, 403, 404, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getSignalActivity: {
        parameters: {
            query: {
                /**
                 * @description Only executions in conversations at or after this time.
                 * @example 2026-01-01T00:00:00Z
                 */
                from: string;
                /**
                 * @description The end of the window, inclusive, at most 366 days after `from`. Default: current time.
                 * @example 2026-02-01T00:00:00Z
                 */
                to?: string;
                /** @description The time that counts: that of the conversation (`call`) or that of its evaluation (`judged`). */
                clock?: "call" | "judged";
                /** @description Adds the number of conversations in the window that each signal evaluated. It cannot be combined with `clock=judged`. */
                includeJudged?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The days, in ascending order, then by signal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "days": [
                     *         {
                     *           "day": "2026-01-31",
                     *           "signalId": 17,
                     *           "executions": 3
                     *         }
                     *       ],
                     *       "judged": [
                     *         {
                     *           "signalId": 17,
                     *           "conversations": 35
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SignalActivity"];
                };
            };
            /** @description Errors: 400, 401, 403, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    labelEvaluation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the evaluation, as other operations return it: digits without further meaning.
                 * @example 15011702
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 5242880 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "verdict": "wrong",
                 *       "note": "She speaks of another supplier."
                 *     }
                 */
                "application/json": components["schemas"]["LabelContent"];
            };
        };
        responses: {
            /** @description The label. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "evaluationId": "15011702",
                     *       "signalId": 17,
                     *       "verdict": "wrong",
                     *       "note": "She speaks of another supplier.",
                     *       "drawn": false,
                     *       "labelledAt": "2026-02-03T16:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Label"];
                };
            };
            /** @description Errors: 400, 401, 403, 404, 408, 409, 413, 415, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    unlabelEvaluation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the evaluation, as other operations return it: digits without further meaning.
                 * @example 15011702
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The label is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Errors: 400, 401, 403, 404, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listEvaluationsToLabel: {
        parameters: {
            query?: {
                /**
                 * @description The version of the signal. Default: its current version.
                 * @example 2
                 */
                version?: number;
                /** @description Only evaluations with this result. */
                state?: "fired" | "not_fired";
                /** @description Evaluations that other API keys have labelled and this one has not, for a second label, instead of those without one. */
                again?: boolean;
                /**
                 * @description Evaluations to return.
                 * @example 20
                 */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the signal.
                 * @example 17
                 */
                promptId: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The evaluations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": 2,
                     *       "total": 194,
                     *       "evaluations": [
                     *         {
                     *           "evaluationId": "15011702",
                     *           "state": "fired",
                     *           "reason": "Grace says that the price is what keeps them from signing.",
                     *           "quotes": [
                     *             {
                     *               "text": "the price is the one thing that keeps us from signing",
                     *               "entryIndex": 41,
                     *               "speaker": "Grace Lund",
                     *               "side": "customer",
                     *               "timestamp": "00:18:32.500",
                     *               "timestampSeconds": 1112.5
                     *             }
                     *           ],
                     *           "sourceType": "meeting",
                     *           "sourceId": "1042",
                     *           "sourceTitle": "Acme: quarterly review",
                     *           "sourceTime": "2026-01-31T09:30:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["EvaluationsToLabel"];
                };
            };
            /** @description Errors: 400, 401, 403, 404, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getSignalQuality: {
        parameters: {
            query?: {
                /**
                 * @description The version of the signal. Default: its current version.
                 * @example 2
                 */
                version?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the signal.
                 * @example 17
                 */
                promptId: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The quality. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "signalId": 17,
                     *       "version": 2,
                     *       "evaluations": {
                     *         "fired": 44,
                     *         "notFired": 190
                     *       },
                     *       "labelled": {
                     *         "fired": 20,
                     *         "notFired": 20,
                     *         "drawn": 20
                     *       },
                     *       "labels": {
                     *         "right": 36,
                     *         "wrong": 4
                     *       },
                     *       "precision": {
                     *         "value": 0.85,
                     *         "low": 0.6396,
                     *         "high": 0.9476
                     *       },
                     *       "recall": {
                     *         "value": 0.7974,
                     *         "low": 0.3545,
                     *         "high": 0.9789
                     *       },
                     *       "calibration": {
                     *         "model": "claude-sonnet-4-5",
                     *         "votesBelow": 0.8,
                     *         "bands": [
                     *           {
                     *             "from": 0,
                     *             "to": 0.5,
                     *             "labels": 0,
                     *             "right": 0
                     *           },
                     *           {
                     *             "from": 0.5,
                     *             "to": 0.6,
                     *             "labels": 3,
                     *             "right": 1
                     *           },
                     *           {
                     *             "from": 0.6,
                     *             "to": 0.7,
                     *             "labels": 4,
                     *             "right": 3
                     *           },
                     *           {
                     *             "from": 0.7,
                     *             "to": 0.8,
                     *             "labels": 5,
                     *             "right": 4
                     *           },
                     *           {
                     *             "from": 0.8,
                     *             "to": 0.9,
                     *             "labels": 12,
                     *             "right": 11
                     *           },
                     *           {
                     *             "from": 0.9,
                     *             "to": 1,
                     *             "labels": 16,
                     *             "right": 16
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SignalQuality"];
                };
            };
            /** @description Errors: 400, 401, 403, 404, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    trySignal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 5242880 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "prompt": "The customer says that the price is too high for them.",
                 *       "meetingId": "1042"
                 *     }
                 */
                "application/json": components["schemas"]["TryRequest"];
            };
        };
        responses: {
            /** @description The result for the meeting. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "fired": true,
                     *       "reason": "Grace says that the price is what keeps them from signing.",
                     *       "quotes": [
                     *         {
                     *           "text": "the price is the one thing that keeps us from signing",
                     *           "entryIndex": 41,
                     *           "speaker": "Grace Lund",
                     *           "side": "customer",
                     *           "timestamp": "00:18:32.500",
                     *           "timestampSeconds": 1112.5
                     *         }
                     *       ],
                     *       "followUps": [],
                     *       "provider": "anthropic",
                     *       "model": "claude-sonnet-4-5",
                     *       "inputTokens": 11402,
                     *       "outputTokens": 212
                     *     }
                     */
                    "application/json": components["schemas"]["TriedSignal"];
                };
            };
            /** @description Errors: 400, 401, 403, 404, 408, 409, 413, 415, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The AI provider or the database does not respond, or too many large meetings are being tried at the same time; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    backtestSignal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 5242880 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "prompt": "The customer says that the price is too high for them.",
                 *       "from": "2026-01-01T00:00:00Z",
                 *       "maxMeetings": 200,
                 *       "dryRun": false
                 *     }
                 */
                "application/json": components["schemas"]["BacktestRequest"];
            };
        };
        responses: {
            /** @description The estimate; nothing was started. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dryRun": true,
                     *       "estimate": {
                     *         "meetingsInWindow": 240,
                     *         "meetings": 200,
                     *         "calls": 200,
                     *         "inputTokens": 2410000,
                     *         "outputTokens": 48000,
                     *         "costUsd": 7.95,
                     *         "tokensLeftToday": 3000000
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BacktestDryRun"];
                };
            };
            /** @description The backtest has started. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "backtestId": 5,
                     *       "state": "running",
                     *       "estimate": {
                     *         "meetingsInWindow": 240,
                     *         "meetings": 200,
                     *         "calls": 200,
                     *         "inputTokens": 2410000,
                     *         "outputTokens": 48000,
                     *         "costUsd": 7.95
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["StartedBacktest"];
                };
            };
            /** @description Errors: 400, 401, 403, 404, 408, 409, 413, 415, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listBacktests: {
        parameters: {
            query?: {
                /**
                 * @description Page to return, counted from 1.
                 * @example 1
                 */
                pageNumber?: number;
                /**
                 * @description Rows per page.
                 * @example 25
                 */
                pageSize?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of backtests. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "backtests": [
                     *         {
                     *           "backtestId": 5,
                     *           "signalId": 17,
                     *           "version": 2,
                     *           "draft": {
                     *             "prompt": "The customer says that it costs too much.",
                     *             "phrases": [],
                     *             "saidBy": "anyone"
                     *           },
                     *           "from": "2026-01-01T00:00:00Z",
                     *           "to": "2026-02-01T00:00:00Z",
                     *           "state": "done",
                     *           "createdAt": "2026-02-01T08:00:00Z",
                     *           "finishedAt": "2026-02-01T08:14:31.5Z",
                     *           "estimate": {
                     *             "meetingsInWindow": 240,
                     *             "meetings": 200,
                     *             "calls": 200,
                     *             "inputTokens": 2410000,
                     *             "outputTokens": 48000,
                     *             "costUsd": 7.95
                     *           },
                     *           "meetings": 200,
                     *           "judged": 200,
                     *           "draftResult": {
                     *             "fired": 31,
                     *             "notFired": 168,
                     *             "failed": 1
                     *           },
                     *           "comparison": {
                     *             "current": {
                     *               "fired": 44,
                     *               "notFired": 155,
                     *               "failed": 1
                     *             },
                     *             "both": 29,
                     *             "onlyDraft": 2,
                     *             "onlyCurrent": 15,
                     *             "neither": 153
                     *           },
                     *           "quality": {
                     *             "meetings": 40,
                     *             "improved": 7,
                     *             "worsened": 1,
                     *             "draft": {
                     *               "labels": {
                     *                 "right": 36,
                     *                 "wrong": 4
                     *               },
                     *               "precision": {
                     *                 "value": 0.9412,
                     *                 "low": 0.7302,
                     *                 "high": 0.9895
                     *               },
                     *               "recall": {
                     *                 "value": 0.8421,
                     *                 "low": 0.6243,
                     *                 "high": 0.9448
                     *               }
                     *             },
                     *             "current": {
                     *               "labels": {
                     *                 "right": 30,
                     *                 "wrong": 10
                     *               },
                     *               "precision": {
                     *                 "value": 0.7143,
                     *                 "low": 0.5004,
                     *                 "high": 0.8619
                     *               },
                     *               "recall": {
                     *                 "value": 0.7895,
                     *                 "low": 0.5667,
                     *                 "high": 0.9149
                     *               }
                     *             }
                     *           },
                     *           "tokens": {
                     *             "inputTokens": 2398114,
                     *             "outputTokens": 39520,
                     *             "costUsd": 7.787142
                     *           }
                     *         }
                     *       ],
                     *       "pageCount": 1
                     *     }
                     */
                    "application/json": components["schemas"]["BacktestPage"];
                };
            };
            /** @description Errors: 400, 401, 403, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getBacktest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the backtest.
                 * @example 5
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The backtest. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "backtestId": 5,
                     *       "signalId": 17,
                     *       "version": 2,
                     *       "draft": {
                     *         "prompt": "The customer says that it costs too much.",
                     *         "phrases": [],
                     *         "saidBy": "anyone"
                     *       },
                     *       "from": "2026-01-01T00:00:00Z",
                     *       "to": "2026-02-01T00:00:00Z",
                     *       "state": "done",
                     *       "createdAt": "2026-02-01T08:00:00Z",
                     *       "finishedAt": "2026-02-01T08:14:31.5Z",
                     *       "estimate": {
                     *         "meetingsInWindow": 240,
                     *         "meetings": 200,
                     *         "calls": 200,
                     *         "inputTokens": 2410000,
                     *         "outputTokens": 48000,
                     *         "costUsd": 7.95
                     *       },
                     *       "meetings": 200,
                     *       "judged": 200,
                     *       "draftResult": {
                     *         "fired": 31,
                     *         "notFired": 168,
                     *         "failed": 1
                     *       },
                     *       "comparison": {
                     *         "current": {
                     *           "fired": 44,
                     *           "notFired": 155,
                     *           "failed": 1
                     *         },
                     *         "both": 29,
                     *         "onlyDraft": 2,
                     *         "onlyCurrent": 15,
                     *         "neither": 153
                     *       },
                     *       "quality": {
                     *         "meetings": 40,
                     *         "improved": 7,
                     *         "worsened": 1,
                     *         "draft": {
                     *           "labels": {
                     *             "right": 36,
                     *             "wrong": 4
                     *           },
                     *           "precision": {
                     *             "value": 0.9412,
                     *             "low": 0.7302,
                     *             "high": 0.9895
                     *           },
                     *           "recall": {
                     *             "value": 0.8421,
                     *             "low": 0.6243,
                     *             "high": 0.9448
                     *           }
                     *         },
                     *         "current": {
                     *           "labels": {
                     *             "right": 30,
                     *             "wrong": 10
                     *           },
                     *           "precision": {
                     *             "value": 0.7143,
                     *             "low": 0.5004,
                     *             "high": 0.8619
                     *           },
                     *           "recall": {
                     *             "value": 0.7895,
                     *             "low": 0.5667,
                     *             "high": 0.9149
                     *           }
                     *         }
                     *       },
                     *       "tokens": {
                     *         "inputTokens": 2398114,
                     *         "outputTokens": 39520,
                     *         "costUsd": 7.787142
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Backtest"];
                };
            };
            /** @description Errors: 400, 401, 403, 404, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteBacktest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the backtest.
                 * @example 5
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The backtest is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Errors: 400, 401, 403, 404, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listBacktestResults: {
        parameters: {
            query?: {
                /**
                 * @description Page to return, counted from 1.
                 * @example 1
                 */
                pageNumber?: number;
                /**
                 * @description Rows per page.
                 * @example 25
                 */
                pageSize?: number;
                /**
                 * @description Only meetings in which the draft fires, does not fire, or failed. With `changed`, only those in which exactly one of the draft and the current version fires.
                 * @example changed
                 */
                outcome?: "fired" | "not_fired" | "failed" | "changed";
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the backtest.
                 * @example 5
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "meetingId": "1042",
                     *           "title": "Acme: quarterly review",
                     *           "startTime": "2026-01-31T09:30:00Z",
                     *           "draft": {
                     *             "state": "fired",
                     *             "reason": "Grace says that the price is what keeps them from signing.",
                     *             "quotes": [
                     *               {
                     *                 "text": "the price is the one thing that keeps us from signing",
                     *                 "entryIndex": 41,
                     *                 "speaker": "Grace Lund",
                     *                 "side": "customer",
                     *                 "timestamp": "00:18:32.500",
                     *                 "timestampSeconds": 1112.5
                     *               }
                     *             ],
                     *             "evaluationId": "25104204"
                     *           },
                     *           "current": {
                     *             "state": "not_fired",
                     *             "reason": "Nobody objects to the price as such.",
                     *             "quotes": [],
                     *             "evaluationId": "35104204"
                     *           }
                     *         }
                     *       ],
                     *       "pageCount": 1
                     *     }
                     */
                    "application/json": components["schemas"]["BacktestResultPage"];
                };
            };
            /** @description Errors: 400, 401, 403, 404, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listBacktestResultsToLabel: {
        parameters: {
            query?: {
                /**
                 * @description Evaluations to return.
                 * @example 20
                 */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the backtest.
                 * @example 5
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The results. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "total": 194,
                     *       "evaluations": [
                     *         {
                     *           "evaluationId": "15011702",
                     *           "state": "fired",
                     *           "reason": "Grace says that the price is what keeps them from signing.",
                     *           "quotes": [
                     *             {
                     *               "text": "the price is the one thing that keeps us from signing",
                     *               "entryIndex": 41,
                     *               "speaker": "Grace Lund",
                     *               "side": "customer",
                     *               "timestamp": "00:18:32.500",
                     *               "timestampSeconds": 1112.5
                     *             }
                     *           ],
                     *           "sourceType": "meeting",
                     *           "sourceId": "1042",
                     *           "sourceTitle": "Acme: quarterly review",
                     *           "sourceTime": "2026-01-31T09:30:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BacktestResultsToLabel"];
                };
            };
            /** @description Errors: 400, 401, 403, 404, 409, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createSignal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 5242880 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "signalName": "Price objection",
                 *       "prompt": "The customer says that the price is too high.",
                 *       "saidBy": "customer",
                 *       "followUpPrompts": [
                 *         {
                 *           "name": "Alternative",
                 *           "prompt": "Which cheaper product do they compare with?"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateSignal"];
            };
        };
        responses: {
            /** @description The signal. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 17,
                     *       "signalName": "Price objection",
                     *       "contextSource": "MEETING",
                     *       "enabled": true,
                     *       "createdAt": "2026-01-05T08:00:00Z",
                     *       "version": 1,
                     *       "prompt": "The customer says that the price is too high.",
                     *       "phrases": [
                     *         "too expensive",
                     *         "over budget"
                     *       ],
                     *       "saidBy": "customer",
                     *       "followUpPrompts": [
                     *         {
                     *           "name": "Alternative",
                     *           "prompt": "Which cheaper product do they compare with?"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Signal"];
                };
            };
            /** @description Errors: 400, 401, 403, 408, 409, 413, 415, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getSignal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the signal.
                 * @example 17
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 17,
                     *       "signalName": "Price objection",
                     *       "contextSource": "MEETING",
                     *       "enabled": true,
                     *       "createdAt": "2026-01-05T08:00:00Z",
                     *       "version": 2,
                     *       "prompt": "The customer says that the price is too high.",
                     *       "phrases": [
                     *         "too expensive",
                     *         "over budget"
                     *       ],
                     *       "saidBy": "customer",
                     *       "followUpPrompts": [
                     *         {
                     *           "name": "Alternative",
                     *           "prompt": "Which cheaper product do they compare with?"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Signal"];
                };
            };
            /** @description Errors: 400, 401, 403, 404, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteSignal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the signal.
                 * @example 17
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signal is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Errors: 400, 401, 403, 404, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateSignal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the signal.
                 * @example 17
                 */
                id: number | string;
            };
            cookie?: never;
        };
        /** @description At most 5242880 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "phrases": [
                 *         "too expensive",
                 *         "over budget"
                 *       ],
                 *       "enabled": true
                 *     }
                 */
                "application/json": components["schemas"]["UpdateSignal"];
            };
        };
        responses: {
            /** @description The updated signal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 17,
                     *       "signalName": "Price objection",
                     *       "contextSource": "MEETING",
                     *       "enabled": true,
                     *       "createdAt": "2026-01-05T08:00:00Z",
                     *       "version": 2,
                     *       "prompt": "The customer says that the price is too high.",
                     *       "phrases": [
                     *         "too expensive",
                     *         "over budget"
                     *       ],
                     *       "saidBy": "customer",
                     *       "followUpPrompts": [
                     *         {
                     *           "name": "Alternative",
                     *           "prompt": "Which cheaper product do they compare with?"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Signal"];
                };
            };
            /** @description Errors: 400, 401, 403, 404, 408, 413, 415, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listSignalVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the signal.
                 * @example 17
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The versions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "versions": [
                     *         {
                     *           "version": 2,
                     *           "prompt": "The customer says that the price is too high.",
                     *           "phrases": [
                     *             "too expensive",
                     *             "over budget"
                     *           ],
                     *           "saidBy": "customer",
                     *           "followUpPrompts": [
                     *             {
                     *               "name": "Alternative",
                     *               "prompt": "Which cheaper product do they compare with?"
                     *             }
                     *           ],
                     *           "createdAt": "2026-01-12T15:20:00Z",
                     *           "keyId": 7
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SignalVersionList"];
                };
            };
            /** @description Errors: 400, 401, 403, 404, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listEmails: {
        parameters: {
            query: {
                /**
                 * @description Only e-mails sent at or after this time.
                 * @example 2026-01-01T00:00:00Z
                 */
                from: string;
                /**
                 * @description Only e-mails sent at or before this time. It must not be before `from`.
                 * @example 2026-02-01T00:00:00Z
                 */
                to?: string;
                /**
                 * @description Page to return, counted from 1.
                 * @example 1
                 */
                pageNumber?: number;
                /**
                 * @description Rows per page.
                 * @example 25
                 */
                pageSize?: number;
                /** @description Only e-mails of this CRM account. It cannot be combined with salesforceOpportunityId. */
                salesforceAccountId?: string;
                /** @description Only e-mails of this CRM opportunity. It cannot be combined with salesforceAccountId. */
                salesforceOpportunityId?: string;
                /**
                 * @description Only e-mails in which each of these addresses is the sender or a recipient.
                 * @example [
                 *       "grace@acme.example"
                 *     ]
                 */
                participantEmailAddresses?: string[];
                /**
                 * @description Words, `"exact phrases"`, `-without` and `prefix*`.
                 * @example renewal "two years"
                 */
                query?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of e-mails. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "emails": [
                     *         {
                     *           "id": "307",
                     *           "subject": "Re: Renewal",
                     *           "sentAt": "2026-02-02T09:15:00Z",
                     *           "from": {
                     *             "name": "Grace Lund",
                     *             "email": "grace@acme.example"
                     *           },
                     *           "to": [
                     *             {
                     *               "name": "Ada Park",
                     *               "email": "ada@parley.example"
                     *             }
                     *           ],
                     *           "cc": [
                     *             {
                     *               "email": "bo@acme.example"
                     *             }
                     *           ],
                     *           "text": "Hello Ada,\n\nthe price is fine with us. Can you send the contract by Friday?\n\nGrace",
                     *           "messageId": "<20260202091500.4711@acme.example>",
                     *           "crmAccountId": "0018c00002ABCDEAA5"
                     *         }
                     *       ],
                     *       "pageCount": 1
                     *     }
                     */
                    "application/json": components["schemas"]["EmailPage"];
                };
            };
            /** @description Errors: 400, 401, 403, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the e-mail.
                 * @example 307
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The e-mail. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "307",
                     *       "subject": "Re: Renewal",
                     *       "sentAt": "2026-02-02T09:15:00Z",
                     *       "from": {
                     *         "name": "Grace Lund",
                     *         "email": "grace@acme.example"
                     *       },
                     *       "to": [
                     *         {
                     *           "name": "Ada Park",
                     *           "email": "ada@parley.example"
                     *         }
                     *       ],
                     *       "cc": [
                     *         {
                     *           "email": "bo@acme.example"
                     *         }
                     *       ],
                     *       "text": "Hello Ada,\n\nthe price is fine with us. Can you send the contract by Friday?\n\nGrace",
                     *       "messageId": "<20260202091500.4711@acme.example>",
                     *       "crmAccountId": "0018c00002ABCDEAA5"
                     *     }
                     */
                    "application/json": components["schemas"]["Email"];
                };
            };
            /** @description Errors: 400, 401, 403, 404, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the e-mail.
                 * @example 307
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The e-mail is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Errors: 400, 401, 403, 404, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listViews: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The views. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "views": [
                     *         {
                     *           "id": "at-risk",
                     *           "list": "meetings",
                     *           "name": "At risk",
                     *           "query": "range=90d&signals=17,18&sort=title",
                     *           "createdAt": "2026-02-01T09:00:00Z",
                     *           "updatedAt": "2026-02-03T16:30:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ViewList"];
                };
            };
            /** @description Errors: 400, 401, 403, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    putView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the view among those of the key, chosen by the client that creates it.
                 * @example at-risk
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 5242880 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "list": "meetings",
                 *       "name": "At risk",
                 *       "query": "range=90d&signals=17,18&sort=title"
                 *     }
                 */
                "application/json": components["schemas"]["ViewContent"];
            };
        };
        responses: {
            /** @description The view that was replaced. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "at-risk",
                     *       "list": "meetings",
                     *       "name": "At risk",
                     *       "query": "range=90d&signals=17,18&sort=title",
                     *       "createdAt": "2026-02-01T09:00:00Z",
                     *       "updatedAt": "2026-02-03T16:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["View"];
                };
            };
            /** @description The new view. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "at-risk",
                     *       "list": "meetings",
                     *       "name": "At risk",
                     *       "query": "range=90d&signals=17,18&sort=title",
                     *       "createdAt": "2026-02-01T09:00:00Z",
                     *       "updatedAt": "2026-02-03T16:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["View"];
                };
            };
            /** @description Errors: 400, 401, 403, 408, 409, 413, 415, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the view among those of the key, chosen by the client that creates it.
                 * @example at-risk
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The view is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Errors: 400, 401, 403, 404, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listAccounts: {
        parameters: {
            query?: {
                /**
                 * @description Only accounts whose name contains this text, ignoring case, or that have this id or this domain.
                 * @example acme
                 */
                search?: string;
                /** @description `name`: by name, ignoring case, and those without a name last. `recent`: last conversation first. */
                order?: "name" | "recent";
                /**
                 * @description Page to return, counted from 1.
                 * @example 1
                 */
                pageNumber?: number;
                /**
                 * @description Rows per page.
                 * @example 25
                 */
                pageSize?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of accounts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accounts": [
                     *         {
                     *           "id": "0018c00002ABCDEAA5",
                     *           "name": "Acme",
                     *           "domains": [
                     *             "acme.example"
                     *           ],
                     *           "meetingCount": 12,
                     *           "emailCount": 3,
                     *           "firstAt": "2025-09-02T13:00:00Z",
                     *           "lastAt": "2026-01-31T09:30:00Z"
                     *         }
                     *       ],
                     *       "pageCount": 1
                     *     }
                     */
                    "application/json": components["schemas"]["AccountPage"];
                };
            };
            /** @description Errors: 400, 401, 403, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description CRM id of the account, also as a Salesforce id of 15 characters.
                 * @example 0018c00002ABCDEAA5
                 */
                crmAccountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0018c00002ABCDEAA5",
                     *       "name": "Acme",
                     *       "domains": [
                     *         "acme.example"
                     *       ],
                     *       "meetingCount": 12,
                     *       "emailCount": 3,
                     *       "firstAt": "2025-09-02T13:00:00Z",
                     *       "lastAt": "2026-01-31T09:30:00Z",
                     *       "people": [
                     *         {
                     *           "name": "Grace Lund",
                     *           "email": "grace@acme.example",
                     *           "meetingCount": 9,
                     *           "lastAt": "2026-01-31T09:30:00Z"
                     *         }
                     *       ],
                     *       "signals": [
                     *         {
                     *           "signalId": 7,
                     *           "signalName": "Pricing objection",
                     *           "count": 2,
                     *           "lastAt": "2026-01-31T09:30:00Z",
                     *           "months": [
                     *             {
                     *               "month": "2026-01",
                     *               "count": 2
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "openNextSteps": [
                     *         {
                     *           "text": "Send an offer for two years.",
                     *           "owner": "Ada Park",
                     *           "meetingId": "1042",
                     *           "title": "Acme: quarterly review",
                     *           "startTime": "2026-01-31T09:30:00Z",
                     *           "provider": "openai-compatible",
                     *           "quotes": [
                     *             {
                     *               "text": "the price is the one thing that keeps us from signing",
                     *               "entryIndex": 41,
                     *               "speaker": "Grace Lund",
                     *               "side": "customer",
                     *               "timestamp": "00:18:32.500",
                     *               "timestampSeconds": 1112.5
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "opportunities": [
                     *         {
                     *           "id": "0068c00001XYZABAA4",
                     *           "name": "Acme renewal"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AccountDetail"];
                };
            };
            /** @description Errors: 400, 401, 403, 404, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /**
                 * @description Page to return, counted from 1.
                 * @example 1
                 */
                pageNumber?: number;
                /**
                 * @description Rows per page.
                 * @example 25
                 */
                pageSize?: number;
                /** @description true: only licensed users; false: only unlicensed users. */
                licenseAdded?: boolean;
                /** @description Only users with this role. */
                role?: "VIEWER" | "EDITOR" | "ORGANIZATION_ADMIN" | "USER_ADMIN" | "USER";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of users. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "users": [
                     *         {
                     *           "email": "ada@parley.example",
                     *           "name": "Ada Park",
                     *           "role": "EDITOR",
                     *           "licenseAdded": true,
                     *           "title": "Account executive",
                     *           "licenseAssignedAt": "2026-01-05T08:00:00Z"
                     *         }
                     *       ],
                     *       "pageCount": 1
                     *     }
                     */
                    "application/json": components["schemas"]["UserPage"];
                };
            };
            /** @description Errors: 400, 401, 403, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listChanges: {
        parameters: {
            query?: {
                /**
                 * @description `next` of the page before. `start`, or no value: the present state first. `now`: only what follows.
                 * @example start
                 */
                after?: string;
                /**
                 * @description Only changes of these types. By default all that the scopes of the key show: `meeting` and `email` need `meetings:read`, `execution` and `signal` need `signals:read`, `user` needs `users:read`.
                 * @example [
                 *       "meeting",
                 *       "execution"
                 *     ]
                 */
                types?: ("meeting" | "email" | "execution" | "signal" | "user")[] | string;
                /** @description The most changes of a page. */
                limit?: number;
                /** @description How long to wait for a change if there is none; 0 responds at once. */
                waitSeconds?: number;
                /** @description Adds the entity as it is now. A page then ends early if it would be large. */
                includeData?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of changes, which may be empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "changes": [
                     *         {
                     *           "position": "1287",
                     *           "type": "meeting",
                     *           "id": "1042",
                     *           "change": "updated",
                     *           "fields": [
                     *             "crm"
                     *           ],
                     *           "at": "2026-01-31T10:16:00.125Z"
                     *         },
                     *         {
                     *           "position": "1288",
                     *           "type": "execution",
                     *           "id": "5531",
                     *           "change": "created",
                     *           "at": "2026-01-31T10:16:02.004Z"
                     *         }
                     *       ],
                     *       "next": "x4Jm0Q1lMS4xLnpzLmxq",
                     *       "upToDate": true
                     *     }
                     */
                    "application/json": components["schemas"]["Changes"];
                };
            };
            /** @description Errors: 400, 401, 403, 410, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhooks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhooks": [
                     *         {
                     *           "id": "3",
                     *           "url": "https://hooks.example.com/parley",
                     *           "description": "Warehouse",
                     *           "types": [
                     *             "meeting",
                     *             "execution"
                     *           ],
                     *           "format": "standard",
                     *           "signing": "hmac",
                     *           "enabled": true,
                     *           "state": "active",
                     *           "cursor": "x4Jm0Q1lMS4xLnpzLmxq",
                     *           "behind": 0,
                     *           "pending": 0,
                     *           "lagSeconds": 0,
                     *           "lastSuccessAt": "2026-01-31T10:16:02.310Z",
                     *           "createdAt": "2026-01-05T08:00:00Z",
                     *           "updatedAt": "2026-01-05T08:00:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
            /** @description Errors: 400, 401, 403, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 5242880 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://hooks.example.com/parley",
                 *       "types": [
                 *         "execution"
                 *       ],
                 *       "description": "Warehouse"
                 *     }
                 */
                "application/json": components["schemas"]["CreateWebhook"];
            };
        };
        responses: {
            /** @description The webhook. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "3",
                     *       "url": "https://hooks.example.com/parley",
                     *       "description": "Warehouse",
                     *       "types": [
                     *         "meeting",
                     *         "execution"
                     *       ],
                     *       "format": "standard",
                     *       "signing": "hmac",
                     *       "enabled": true,
                     *       "state": "active",
                     *       "cursor": "x4Jm0Q1lMS4xLnpzLmxq",
                     *       "behind": 0,
                     *       "pending": 0,
                     *       "lagSeconds": 0,
                     *       "lastSuccessAt": "2026-01-31T10:16:02.310Z",
                     *       "createdAt": "2026-01-05T08:00:00Z",
                     *       "updatedAt": "2026-01-05T08:00:00Z",
                     *       "secret": "whsec_RVhBTVBMRSBleGFtcGxlIEVYQU1QTEUgZXhhbXBsZSE="
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            /** @description Errors: 400, 401, 403, 404, 408, 409, 410, 413, 415, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the webhook.
                 * @example 3
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "3",
                     *       "url": "https://hooks.example.com/parley",
                     *       "description": "Warehouse",
                     *       "types": [
                     *         "meeting",
                     *         "execution"
                     *       ],
                     *       "format": "standard",
                     *       "signing": "hmac",
                     *       "enabled": true,
                     *       "state": "active",
                     *       "cursor": "x4Jm0Q1lMS4xLnpzLmxq",
                     *       "behind": 0,
                     *       "pending": 0,
                     *       "lagSeconds": 0,
                     *       "lastSuccessAt": "2026-01-31T10:16:02.310Z",
                     *       "createdAt": "2026-01-05T08:00:00Z",
                     *       "updatedAt": "2026-01-05T08:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description Errors: 400, 401, 403, 404, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the webhook.
                 * @example 3
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Errors: 400, 401, 403, 404, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the webhook.
                 * @example 3
                 */
                id: number | string;
            };
            cookie?: never;
        };
        /** @description At most 5242880 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "description": "Warehouse in Dublin",
                 *       "enabled": true
                 *     }
                 */
                "application/json": components["schemas"]["UpdateWebhook"];
            };
        };
        responses: {
            /** @description The updated webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "3",
                     *       "url": "https://hooks.example.com/parley",
                     *       "description": "Warehouse",
                     *       "types": [
                     *         "meeting",
                     *         "execution"
                     *       ],
                     *       "format": "standard",
                     *       "signing": "hmac",
                     *       "enabled": true,
                     *       "state": "active",
                     *       "cursor": "x4Jm0Q1lMS4xLnpzLmxq",
                     *       "behind": 0,
                     *       "pending": 0,
                     *       "lagSeconds": 0,
                     *       "lastSuccessAt": "2026-01-31T10:16:02.310Z",
                     *       "createdAt": "2026-01-05T08:00:00Z",
                     *       "updatedAt": "2026-01-05T08:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description Errors: 400, 401, 403, 404, 408, 413, 415, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    rotateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the webhook.
                 * @example 3
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "3",
                     *       "url": "https://hooks.example.com/parley",
                     *       "description": "Warehouse",
                     *       "types": [
                     *         "meeting",
                     *         "execution"
                     *       ],
                     *       "format": "standard",
                     *       "signing": "hmac",
                     *       "enabled": true,
                     *       "state": "active",
                     *       "cursor": "x4Jm0Q1lMS4xLnpzLmxq",
                     *       "behind": 0,
                     *       "pending": 0,
                     *       "lagSeconds": 0,
                     *       "lastSuccessAt": "2026-01-31T10:16:02.310Z",
                     *       "createdAt": "2026-01-05T08:00:00Z",
                     *       "updatedAt": "2026-01-05T08:00:00Z",
                     *       "secret": "whsec_RVhBTVBMRSBleGFtcGxlIEVYQU1QTEUgZXhhbXBsZSE="
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            /** @description Errors: 400, 401, 403, 404, 409, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the webhook.
                 * @example 3
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The attempt, which may have failed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "90211",
                     *       "messageId": "msg_test_5f0c2a9e-7d0b-4a41-9d55-0f4a3c2b1e6d",
                     *       "type": "webhook.test",
                     *       "attempt": 1,
                     *       "status": "succeeded",
                     *       "httpStatus": 200,
                     *       "ms": 38,
                     *       "answer": "Service Unavailable",
                     *       "at": "2026-01-31T10:16:00.211Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /** @description Errors: 400, 401, 403, 404, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Only attempts with this outcome. */
                status?: "succeeded" | "failed";
                /**
                 * @description Rows per page.
                 * @example 25
                 */
                pageSize?: number;
                /**
                 * @description Only attempts that are older than this one; use nextBefore of the previous page.
                 * @example 90210
                 */
                before?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the webhook.
                 * @example 3
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of attempts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deliveries": [
                     *         {
                     *           "id": "90210",
                     *           "messageId": "msg_3_1287_mkz1c2x4",
                     *           "type": "meeting.updated",
                     *           "entityId": "1042",
                     *           "position": "1287",
                     *           "replayAfter": "x4Jm0Q1lMS4xLnpxLjA",
                     *           "attempt": 1,
                     *           "status": "failed",
                     *           "httpStatus": 503,
                     *           "error": "The receiver answered 503",
                     *           "ms": 41,
                     *           "answer": "Service Unavailable",
                     *           "at": "2026-01-31T10:16:00.211Z",
                     *           "nextAttemptAt": "2026-01-31T10:16:05.480Z"
                     *         }
                     *       ],
                     *       "nextBefore": "90210"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDeliveries"];
                };
            };
            /** @description Errors: 400, 401, 403, 404, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replayWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the webhook.
                 * @example 3
                 */
                id: number | string;
            };
            cookie?: never;
        };
        /** @description At most 5242880 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "after": "x4Jm0Q1lMS4xLnpzLmxq"
                 *     }
                 */
                "application/json": components["schemas"]["ReplayWebhook"];
            };
        };
        responses: {
            /** @description The webhook, set back. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "3",
                     *       "url": "https://hooks.example.com/parley",
                     *       "description": "Warehouse",
                     *       "types": [
                     *         "meeting",
                     *         "execution"
                     *       ],
                     *       "format": "standard",
                     *       "signing": "hmac",
                     *       "enabled": true,
                     *       "state": "active",
                     *       "cursor": "x4Jm0Q1lMS4xLnpzLmxq",
                     *       "behind": 0,
                     *       "pending": 0,
                     *       "lagSeconds": 0,
                     *       "lastSuccessAt": "2026-01-31T10:16:02.310Z",
                     *       "createdAt": "2026-01-05T08:00:00Z",
                     *       "updatedAt": "2026-01-05T08:00:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description Errors: 400, 401, 403, 404, 408, 410, 413, 415, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listExports: {
        parameters: {
            query?: {
                /**
                 * @description Page to return, counted from 1.
                 * @example 1
                 */
                pageNumber?: number;
                /**
                 * @description Rows per page.
                 * @example 25
                 */
                pageSize?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of exports. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "exports": [
                     *         {
                     *           "id": "12",
                     *           "state": "done",
                     *           "format": "ndjson",
                     *           "types": [
                     *             "meeting",
                     *             "execution"
                     *           ],
                     *           "includeTranscripts": true,
                     *           "progress": {
                     *             "percent": 100,
                     *             "files": 2,
                     *             "rows": 1570,
                     *             "bytes": 9731044
                     *           },
                     *           "createdAt": "2026-01-31T11:00:00.5Z",
                     *           "finishedAt": "2026-01-31T11:00:04Z",
                     *           "expiresAt": "2026-02-07T11:00:04Z"
                     *         }
                     *       ],
                     *       "pageCount": 1
                     *     }
                     */
                    "application/json": components["schemas"]["ExportPage"];
                };
            };
            /** @description Errors: 400, 401, 403, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    requestExport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 5242880 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "format": "ndjson",
                 *       "types": [
                 *         "meeting",
                 *         "execution"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ExportRequest"];
            };
        };
        responses: {
            /** @description The export is queued. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "12"
                     *     }
                     */
                    "application/json": components["schemas"]["RequestedExport"];
                };
            };
            /** @description Errors: 400, 401, 403, 408, 409, 410, 413, 415, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the export.
                 * @example 12
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "12",
                     *       "state": "done",
                     *       "format": "ndjson",
                     *       "types": [
                     *         "meeting",
                     *         "execution"
                     *       ],
                     *       "includeTranscripts": true,
                     *       "progress": {
                     *         "percent": 100,
                     *         "files": 2,
                     *         "rows": 1570,
                     *         "bytes": 9731044
                     *       },
                     *       "createdAt": "2026-01-31T11:00:00.5Z",
                     *       "finishedAt": "2026-01-31T11:00:04Z",
                     *       "expiresAt": "2026-02-07T11:00:04Z",
                     *       "manifest": {
                     *         "schemaVersion": 1,
                     *         "createdAt": "2026-01-31T11:00:04Z",
                     *         "format": "ndjson",
                     *         "includeTranscripts": true,
                     *         "changesCursor": "x4Jm0Q1lMS4xLnpzLmxq",
                     *         "urlsExpireAt": "2026-01-31T13:00:10Z",
                     *         "files": [
                     *           {
                     *             "name": "meeting-00001.ndjson.gz",
                     *             "type": "meeting",
                     *             "rows": 304,
                     *             "bytes": 9523120,
                     *             "sha256": "5f3b0a1e9c7d42688e1f0b6a2d94c3e75a8d1f4b7c6e9032d5a4b8c1f7e60392",
                     *             "url": "http://127.0.0.1:8080/downloads/org/1/export/12/9f1c…"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Export"];
                };
            };
            /** @description Errors: 400, 401, 403, 404, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the export.
                 * @example 12
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Errors: 400, 401, 403, 404, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    downloadExportFile: {
        parameters: {
            query: {
                /** @description When the URL expires, in milliseconds since 1970. */
                expires: string;
                /** @description File name of the download. */
                name: string;
                /** @description Its Content-Type. */
                type: string;
                /** @description The key that signed the URL. */
                kid: string;
                /** @description Signature over all of the above. */
                signature: string;
            };
            header?: never;
            path: {
                /** @description Identifier of the organization. */
                organizationId: string;
                /** @description Identifier of the export. */
                exportId: string;
                /** @description Identifier of the file. */
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Binary;
                };
            };
            /** @description The part that Range requests. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Binary;
                };
            };
            /** @description Errors: 400, 403, 404, 416, 431, 500. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Internal error."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    ingestMeeting: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, the same key with the same request returns the first response again; with a different request it returns 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 5242880 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "meeting": {
                 *         "id": "call-2026-01-31-acme",
                 *         "title": "Acme: quarterly review",
                 *         "startTime": "2026-01-31T09:30:00Z",
                 *         "endTime": "2026-01-31T10:15:00Z",
                 *         "host": {
                 *           "name": "Ada Park",
                 *           "email": "ada@parley.example"
                 *         },
                 *         "attendees": [
                 *           {
                 *             "name": "Ada Park",
                 *             "email": "ada@parley.example",
                 *             "isInternal": true
                 *           },
                 *           {
                 *             "name": "Grace Lund",
                 *             "email": "grace@acme.example",
                 *             "isInternal": false
                 *           }
                 *         ],
                 *         "salesforceAccountId": "0018c00002ABCDEAA5",
                 *         "transcript": {
                 *           "segments": [
                 *             {
                 *               "text": "Shall we start with the numbers?",
                 *               "timestampSeconds": 4.25,
                 *               "endSeconds": 6.1,
                 *               "speaker": {
                 *                 "name": "Ada Park"
                 *               }
                 *             },
                 *             {
                 *               "text": "Yes, please.",
                 *               "timestampSeconds": 6.5,
                 *               "endSeconds": 7.3,
                 *               "speaker": {
                 *                 "name": "Grace Lund"
                 *               }
                 *             }
                 *           ],
                 *           "language": "en"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["IngestMeeting"];
            };
        };
        responses: {
            /** @description The meeting is stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "meetingId": "1042",
                     *       "created": true
                     *     }
                     */
                    "application/json": components["schemas"]["IngestedMeeting"];
                };
            };
            /** @description Errors: 400, 401, 403, 404, 408, 409, 413, 415, 422, 429, 431, 500, 503, 507. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The organization has used up its storage quota (`PARLEY_ORGANIZATION_BYTES`); the Retry-After header says when to retry after deleting data."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    ingestMeetingWithoutVersion: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, the same key with the same request returns the first response again; with a different request it returns 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 5242880 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "meeting": {
                 *         "id": "call-2026-01-31-acme",
                 *         "title": "Acme: quarterly review",
                 *         "startTime": "2026-01-31T09:30:00Z",
                 *         "endTime": "2026-01-31T10:15:00Z",
                 *         "host": {
                 *           "name": "Ada Park",
                 *           "email": "ada@parley.example"
                 *         },
                 *         "attendees": [
                 *           {
                 *             "name": "Ada Park",
                 *             "email": "ada@parley.example",
                 *             "isInternal": true
                 *           },
                 *           {
                 *             "name": "Grace Lund",
                 *             "email": "grace@acme.example",
                 *             "isInternal": false
                 *           }
                 *         ],
                 *         "salesforceAccountId": "0018c00002ABCDEAA5",
                 *         "transcript": {
                 *           "segments": [
                 *             {
                 *               "text": "Shall we start with the numbers?",
                 *               "timestampSeconds": 4.25,
                 *               "endSeconds": 6.1,
                 *               "speaker": {
                 *                 "name": "Ada Park"
                 *               }
                 *             },
                 *             {
                 *               "text": "Yes, please.",
                 *               "timestampSeconds": 6.5,
                 *               "endSeconds": 7.3,
                 *               "speaker": {
                 *                 "name": "Grace Lund"
                 *               }
                 *             }
                 *           ],
                 *           "language": "en"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["IngestMeeting"];
            };
        };
        responses: {
            /** @description The meeting is stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "meetingId": "1042",
                     *       "created": true
                     *     }
                     */
                    "application/json": components["schemas"]["IngestedMeeting"];
                };
            };
            /** @description Errors: 400, 401, 403, 404, 408, 409, 413, 415, 422, 429, 431, 500, 503, 507. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The organization has used up its storage quota (`PARLEY_ORGANIZATION_BYTES`); the Retry-After header says when to retry after deleting data."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    ingestMeetings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 67108864 bytes. */
        requestBody: {
            content: {
                "application/x-ndjson": Binary | string;
            };
        };
        responses: {
            /** @description One line for each line of the body that is not blank. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {"line":1,"meetingId":"1042","created":true}
                     *     {"line":2,"error":"meeting.title is required","status":400}
                     */
                    "application/x-ndjson": string;
                };
            };
            /** @description Errors: 400, 401, 403, 404, 408, 413, 415, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    ingestEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, the same key with the same request returns the first response again; with a different request it returns 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 5242880 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": {
                 *         "id": "mail-2026-02-02-acme",
                 *         "messageId": "<20260202091500.4711@acme.example>",
                 *         "subject": "Re: Renewal",
                 *         "sentAt": "2026-02-02T09:15:00Z",
                 *         "from": {
                 *           "name": "Grace Lund",
                 *           "email": "grace@acme.example"
                 *         },
                 *         "to": [
                 *           {
                 *             "name": "Ada Park",
                 *             "email": "ada@parley.example"
                 *           }
                 *         ],
                 *         "cc": [
                 *           {
                 *             "email": "bo@acme.example"
                 *           }
                 *         ],
                 *         "text": "Hello Ada,\n\nthe price is fine with us. Can you send the contract by Friday?\n\nGrace",
                 *         "salesforceAccountId": "0018c00002ABCDEAA5",
                 *         "salesforceOpportunityId": "0068c00002ABCDEAA5",
                 *         "salesforceLeadId": "00Q8c00002ABCDEEA5"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["IngestEmail"];
            };
        };
        responses: {
            /** @description The e-mail is stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "emailId": "307",
                     *       "created": true
                     *     }
                     */
                    "application/json": components["schemas"]["IngestedEmail"];
                };
            };
            /** @description Errors: 400, 401, 403, 404, 408, 409, 413, 415, 422, 429, 431, 500, 503, 507. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The organization has used up its storage quota (`PARLEY_ORGANIZATION_BYTES`); the Retry-After header says when to retry after deleting data."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    uploadRecording: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the meeting.
                 * @example 1042
                 */
                id: number | string;
            };
            cookie?: never;
        };
        /** @description At most 68719476736 bytes. */
        requestBody: {
            content: {
                "audio/*": Binary;
                "video/*": Binary;
                "application/octet-stream": Binary;
            };
        };
        responses: {
            /** @description The recording is stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "meetingId": "1042",
                     *       "bytes": 15734112,
                     *       "contentType": "audio/mpeg"
                     *     }
                     */
                    "application/json": components["schemas"]["UploadedRecording"];
                };
            };
            /** @description Errors: 400, 401, 403, 404, 408, 413, 415, 429, 431, 500, 503, 507. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The disk of the recordings is full or below the free space that the operator reserves, or the organization has used up its storage quota; the message says which, and the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    importMeeting: {
        parameters: {
            query: {
                /**
                 * @description Name of the file. It may contain the date, and it serves as the id. The format is recognised by the content.
                 * @example acme-review_2026-01-31.vtt
                 */
                fileName: string;
                /** @description Title of the meeting. Default: the file's own title, or its name. */
                title?: string;
                /** @description Start. Default: the start that the file states, or the date in its name. */
                startTime?: string;
                /** @description End. Not before `startTime`. Default: the end that the file states, or that of the last words. */
                endTime?: string;
                /** @description Address of the host; required if the file does not state it. */
                hostEmail?: string;
                /** @description Name of the host. */
                hostName?: string;
                /**
                 * @description The attendees, separated by semicolons, each with a name, an address, or both. Default: all speakers and those whom the file lists.
                 * @example Ada Park <ada@parley.example>; Grace Lund
                 */
                attendees?: string;
                /** @description CRM account. */
                salesforceAccountId?: string;
                /** @description CRM opportunity. */
                salesforceOpportunityId?: string;
                /** @description Source of the meeting. Default: that of the format (GONG, GOOGLE_MEET), or USER_PROVIDED. */
                sourceType?: "USER_PROVIDED" | "SERVICE" | "AIRCALL" | "CHORUS" | "CLOUDTALK" | "DIALPAD" | "GONG" | "GOOGLE_MEET" | "MINDTICKLE" | "MS_TEAMS" | "ORUM" | "OUTREACH" | "RINGCENTRAL" | "SALESLOFT" | "SALESLOFT_CI" | "VONAGE" | "WEBEX" | "WINGMAN" | "WISER" | "ZOOM" | "ZOOM_PHONE";
                /** @description The source's own id of the meeting. Default: the id in the file, or the file's name. */
                externalId?: string;
                /**
                 * @description Parameters that are only defaults: the file takes precedence over them.
                 * @example [
                 *       "hostEmail",
                 *       "hostName"
                 *     ]
                 */
                defaults?: ("title" | "startTime" | "endTime" | "hostEmail" | "hostName" | "attendees" | "salesforceAccountId" | "salesforceOpportunityId" | "sourceType")[] | string;
                /** @description Whether the meeting is summarized and its signals are evaluated. */
                processImportedMeeting?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 5242880 bytes. */
        requestBody: {
            content: {
                "text/vtt": Binary | string;
                "text/tab-separated-values": Binary | string;
                "text/plain": Binary | string;
                "text/markdown": Binary | string;
                "application/vnd.openxmlformats-officedocument.wordprocessingml.document": Binary;
                "application/json": Binary | string;
                "application/zip": Binary | string;
                "application/x-zip-compressed": Binary | string;
                "application/x-ndjson": Binary | string;
                "application/octet-stream": Binary;
            };
        };
        responses: {
            /** @description The meeting is stored; of several meetings, at least one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "meetingId": "1042",
                     *       "created": true,
                     *       "outcome": "created",
                     *       "format": "WebVTT",
                     *       "title": "acme-review 2026-01-31",
                     *       "startTime": "2026-01-31T00:00:00Z",
                     *       "entries": 212,
                     *       "speakers": 2,
                     *       "warnings": [
                     *         "line 41: no timing line; the words are kept without a time"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ImportedMeeting"];
                };
            };
            /** @description Errors: 400, 401, 403, 408, 409, 413, 415, 422, 429, 431, 500, 503, 507. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The organization has used up its storage quota (`PARLEY_ORGANIZATION_BYTES`); the Retry-After header says when to retry after deleting data."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listImportFormats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The formats and the largest size of a file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "formats": [
                     *         {
                     *           "name": "WebVTT",
                     *           "holds": "transcript",
                     *           "extensions": [
                     *             ".vtt"
                     *           ],
                     *           "mediaTypes": [
                     *             "text/vtt"
                     *           ]
                     *         },
                     *         {
                     *           "name": "JSON",
                     *           "holds": "meetings",
                     *           "extensions": [
                     *             ".json",
                     *             ".jsonl",
                     *             ".ndjson"
                     *           ],
                     *           "mediaTypes": [
                     *             "application/json"
                     *           ],
                     *           "variants": [
                     *             "JSON",
                     *             "Parley",
                     *             "Gong"
                     *           ]
                     *         }
                     *       ],
                     *       "maxBytes": 5242880,
                     *       "archiveExtensions": [
                     *         ".zip"
                     *       ],
                     *       "maxMeetings": 1000
                     *     }
                     */
                    "application/json": components["schemas"]["ImportFormats"];
                };
            };
            /** @description Errors: 400, 401, 403, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    putUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 5242880 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "users": [
                 *         {
                 *           "email": "ada@parley.example",
                 *           "name": "Ada Park",
                 *           "role": "EDITOR",
                 *           "licenseAdded": true,
                 *           "title": "Account executive",
                 *           "licenseAssignedAt": "2026-01-05T08:00:00Z"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PutUsers"];
            };
        };
        responses: {
            /** @description The numbers of created and updated records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "created": 1,
                     *       "updated": 0
                     *     }
                     */
                    "application/json": components["schemas"]["PutCounts"];
                };
            };
            /** @description Errors: 400, 401, 403, 408, 413, 415, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listCrmRecords: {
        parameters: {
            query?: {
                /**
                 * @description Page to return, counted from 1.
                 * @example 1
                 */
                pageNumber?: number;
                /**
                 * @description Rows per page.
                 * @example 25
                 */
                pageSize?: number;
                /** @description Only records of this type. */
                type?: "ACCOUNT" | "OPPORTUNITY" | "LEAD" | "CASE";
                /**
                 * @description Only records whose name contains this text, ignoring case, or whose id is this text.
                 * @example acme
                 */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "records": [
                     *         {
                     *           "type": "ACCOUNT",
                     *           "id": "0018c00002ABCDEAA5",
                     *           "name": "Acme"
                     *         }
                     *       ],
                     *       "pageCount": 1
                     *     }
                     */
                    "application/json": components["schemas"]["CrmRecordPage"];
                };
            };
            /** @description Errors: 400, 401, 403, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    putCrmRecords: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 5242880 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "records": [
                 *         {
                 *           "type": "ACCOUNT",
                 *           "id": "0018c00002ABCDEAA5",
                 *           "name": "Acme",
                 *           "domains": [
                 *             "acme.example"
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PutCrmRecords"];
            };
        };
        responses: {
            /** @description The numbers of created and updated records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "created": 1,
                     *       "updated": 0
                     *     }
                     */
                    "application/json": components["schemas"]["PutCounts"];
                };
            };
            /** @description Errors: 400, 401, 403, 408, 413, 415, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The provider and its usage. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "provider": "openai-compatible",
                     *       "providerTitle": "OpenAI-compatible",
                     *       "model": "llama-3.3-70b",
                     *       "today": {
                     *         "calls": 42,
                     *         "inputTokens": 612000,
                     *         "outputTokens": 21500,
                     *         "reservedTokens": 0
                     *       },
                     *       "tokensPerDay": 2000000,
                     *       "isBudgetUsedUp": false,
                     *       "nextDayAt": "2026-02-01T00:00:00Z",
                     *       "settings": [
                     *         {
                     *           "name": "PARLEY_AI_TIMEOUT_SECONDS",
                     *           "description": "the time limit of one call as a whole",
                     *           "default": "600"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Ai"];
                };
            };
            /** @description Errors: 400, 401, 403, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listJobs: {
        parameters: {
            query?: {
                /** @description Only jobs in this state. */
                state?: "waiting" | "active" | "dead";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The jobs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jobs": [
                     *         {
                     *           "id": "4b6f6f0e-2d3f-4f43-8f0a-1f4f2f9d7c11",
                     *           "job": "fetch-recording",
                     *           "state": "dead",
                     *           "attempts": 6,
                     *           "createdAt": "2026-01-31T10:20:00Z",
                     *           "payload": {
                     *             "meetingId": 1042
                     *           },
                     *           "reason": "calls.example could not be reached (ECONNREFUSED)"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["JobList"];
                };
            };
            /** @description Errors: 400, 401, 403, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getJobSummary: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The kinds. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jobs": [
                     *         {
                     *           "kind": "process-run",
                     *           "waiting": 12,
                     *           "running": 4,
                     *           "failed": 1,
                     *           "oldestWaitingSeconds": 38
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["JobSummary"];
                };
            };
            /** @description Errors: 400, 401, 403, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    retryJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the job.
                 * @example 4b6f6f0e-2d3f-4f43-8f0a-1f4f2f9d7c11
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job is queued again. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Errors: 400, 401, 403, 404, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "keys": [
                     *         {
                     *           "id": 7,
                     *           "name": "Warehouse sync",
                     *           "scopes": [
                     *             "meetings:read",
                     *             "users:read"
                     *           ],
                     *           "createdBy": 1,
                     *           "createdAt": "2026-01-05T08:00:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["KeyList"];
                };
            };
            /** @description Errors: 400, 401, 403, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 5242880 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Warehouse sync",
                 *       "scopes": [
                 *         "meetings:read",
                 *         "users:read"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateKey"];
            };
        };
        responses: {
            /** @description The key. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 7,
                     *       "name": "Warehouse sync",
                     *       "scopes": [
                     *         "meetings:read",
                     *         "users:read"
                     *       ],
                     *       "createdBy": 1,
                     *       "createdAt": "2026-01-05T08:00:00Z",
                     *       "key": "parley_EXAMPLEexampleEXAMPLEexampleEX0a1B2c"
                     *     }
                     */
                    "application/json": components["schemas"]["KeyWithSecret"];
                };
            };
            /** @description Errors: 400, 401, 403, 408, 413, 415, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: {
                /**
                 * @description Whether all keys that the key created, directly or through other keys, are revoked with it: either all of them or none. If the key is already revoked, the remaining ones are revoked.
                 * @example true
                 */
                cascade?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the key.
                 * @example 7
                 */
                id: number | string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key is revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Errors: 400, 401, 403, 404, 409, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 5242880 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Parley Example",
                 *       "domains": [
                 *         "parley.example"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateOrganization"];
            };
        };
        responses: {
            /** @description The organization and its first key. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 2,
                     *       "name": "Parley Example",
                     *       "key": "parley_EXAMPLEexampleEXAMPLEexampleEX0a1B2c"
                     *     }
                     */
                    "application/json": components["schemas"]["OrganizationWithKey"];
                };
            };
            /** @description Errors: 400, 401, 403, 408, 413, 415, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organization. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "name": "Parley Example",
                     *       "domains": [
                     *         "parley.example"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Organization"];
                };
            };
            /** @description Errors: 400, 401, 403, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 5242880 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Parley Example",
                 *       "domains": [
                 *         "parley.example"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["OrganizationChanges"];
            };
        };
        responses: {
            /** @description The updated organization. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "name": "Parley Example",
                     *       "domains": [
                     *         "parley.example"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Organization"];
                };
            };
            /** @description Errors: 400, 401, 403, 408, 413, 415, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getDemo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "state": "loading",
                     *       "meetings": 120,
                     *       "totalMeetings": 304,
                     *       "emails": 0,
                     *       "totalEmails": 82
                     *     }
                     */
                    "application/json": components["schemas"]["SampleData"];
                };
            };
            /** @description Errors: 400, 401, 403, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    loadDemo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sample data is being loaded, or is loaded already. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "state": "loading",
                     *       "meetings": 120,
                     *       "totalMeetings": 304,
                     *       "emails": 0,
                     *       "totalEmails": 82
                     *     }
                     */
                    "application/json": components["schemas"]["SampleData"];
                };
            };
            /** @description Errors: 400, 401, 403, 409, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    removeDemo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sample data is being removed, or there is none. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "state": "removing",
                     *       "meetings": 120,
                     *       "totalMeetings": 304,
                     *       "emails": 0,
                     *       "totalEmails": 82
                     *     }
                     */
                    "application/json": components["schemas"]["SampleData"];
                };
            };
            /** @description Errors: 400, 401, 403, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listAudit: {
        parameters: {
            query?: {
                /**
                 * @description Rows per page.
                 * @example 25
                 */
                pageSize?: number;
                /**
                 * @description Only records that are older than this one; use nextBefore of the previous page.
                 * @example 4711
                 */
                before?: number;
                /**
                 * @description Only changes by the key with this identifier or by its sessions.
                 * @example 7
                 */
                actor?: number;
                /**
                 * @description Only this action, in exact case, such as meeting.ingest or key.create.
                 * @example meeting.restore
                 */
                action?: string;
                /**
                 * @description Only records at or after this time.
                 * @example 2026-01-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description Only records at or before this time. It must not be before `from`.
                 * @example 2026-02-01T00:00:00Z
                 */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "records": [
                     *         {
                     *           "id": 4711,
                     *           "at": "2026-01-31T09:30:00.120Z",
                     *           "keyId": 7,
                     *           "keyName": "Console",
                     *           "requestId": "b7f1c9d0-3a54-4f0e-9a7e-2f6d1c0b8e11",
                     *           "action": "key.create",
                     *           "subject": "key 12",
                     *           "detail": {
                     *             "name": "Warehouse sync",
                     *             "scopes": [
                     *               "meetings:read",
                     *               "users:read"
                     *             ]
                     *           }
                     *         }
                     *       ],
                     *       "nextBefore": 4711
                     *     }
                     */
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
            /** @description Errors: 400, 401, 403, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, its disk is full, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "organization": {
                     *         "id": 1,
                     *         "name": "Parley Example"
                     *       },
                     *       "keyId": 7,
                     *       "keyName": "Console",
                     *       "scopes": [
                     *         "meetings:read",
                     *         "signals:read",
                     *         "admin"
                     *       ],
                     *       "expiresAt": "2026-01-31T21:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description Errors: 400, 401, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 4096 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "key": "parley_EXAMPLEexampleEXAMPLEexampleEX0a1B2c"
                 *     }
                 */
                "application/json": components["schemas"]["SignIn"];
            };
        };
        responses: {
            /** @description The session; the Set-Cookie header holds its token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "organization": {
                     *         "id": 1,
                     *         "name": "Parley Example"
                     *       },
                     *       "keyId": 7,
                     *       "keyName": "Console",
                     *       "scopes": [
                     *         "meetings:read",
                     *         "signals:read",
                     *         "admin"
                     *       ],
                     *       "expiresAt": "2026-01-31T21:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description Errors: 400, 401, 403, 408, 413, 415, 429, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Errors: 400, 403, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The database cannot be reached, or the service is overloaded; the Retry-After header says when to retry."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    livez: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process is alive. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": components["schemas"]["Alive"];
                };
            };
            /** @description Errors: 400, 431, 500. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Internal error."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readyz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process is ready. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ready"
                     *     }
                     */
                    "application/json": components["schemas"]["Ready"];
                };
            };
            /** @description Errors: 400, 431, 500, 503. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The process is not ready; the message says why."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metrics. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example process_cpu_seconds_total 1.5 */
                    "text/plain": string;
                };
            };
            /** @description Errors: 400, 431, 500. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Internal error."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "openapi": "3.1.0"
                     *     }
                     */
                    "application/json": components["schemas"]["OpenApi"];
                };
            };
            /** @description The document is unchanged since the version that If-None-Match names. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter or the body is invalid; the message names each fault. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "A parameter or the body is invalid; the message names each fault."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The path and the headers together are larger than 16 KiB. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The path and the headers must be at most 16384 bytes"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Internal error."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
export interface paths {
    /** @deprecated Its path is /v1/signals/{id}/versions. */
    "/admin/v1/signals/{id}/versions": paths["/v1/signals/{id}/versions"];
}
