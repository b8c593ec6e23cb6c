# Generated from openapi.json by clients/python/scripts/generate.py: change the endpoints, not this file.
# openapi.json has the SHA-256 77a9a5a776dffcb3236b49ab7a97ea376ce6bf91ee53ec48cbd72cafb8d27caa.
"""Bodies and responses of the operations, as JSON has them."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, TypedDict

from typing_extensions import NotRequired


class AccountDetailOpportunity(TypedDict):
    id: str
    """CRM id."""
    name: NotRequired[str]
    """Its name, if it is known."""


class AccountItem(TypedDict):
    id: str
    """CRM id of the account."""
    name: NotRequired[str]
    """Its name, if the CRM record is known."""
    domains: list[str]
    """Its mail domains, if they are known."""
    meetingCount: int
    """Its meetings."""
    emailCount: int
    """Its e-mails."""
    firstAt: str
    """Start of its first meeting, or time of its first e-mail."""
    lastAt: str
    """Start of its last meeting, or time of its last e-mail."""


class AccountPage(TypedDict):
    accounts: list[AccountItem]
    pageCount: int
    """Total number of pages for the query; 0 if nothing matches."""


class Agreement(TypedDict):
    """The share of the moments labelled more than once whose labels agree; from 10 labels on."""

    moments: int
    """Moments labelled more than once."""
    value: float
    """The estimate."""
    low: float
    """Lower end of its 95 % interval."""
    high: float
    """Upper end."""


class AiToday(TypedDict):
    calls: int
    """Calls of the model."""
    inputTokens: int
    """Input tokens."""
    outputTokens: int
    """Output tokens."""
    reservedTokens: int
    """Upper bound of the tokens of calls in progress."""


class AiSetting(TypedDict):
    name: str
    """The name of the variable."""
    description: str
    """The description of its value."""
    default: NotRequired[str]
    """The default; omitted if there is none."""


class Alive(TypedDict):
    status: Literal["ok"]


class AskCoverage(TypedDict):
    """What the answer is based on."""

    meetingsInScope: int
    """Number of meetings that the question is about."""
    meetingsRead: int
    """Number of meetings from which entries were read."""
    entriesRead: int
    """Number of transcript entries that were read: the answer is based on these alone."""
    unindexedMeetings: NotRequired[int]
    """Number of meetings of the organization that cannot be searched yet, because the words of their transcripts are still being indexed; omitted if there are none."""


class AskQuote(TypedDict):
    meetingId: str
    """Identifier of the meeting."""
    title: str
    """Title of the meeting."""
    startTime: str
    """Start of the meeting, in UTC."""
    entryIndex: int
    """Index of the entry in the transcript, counted from 0."""
    timestampSeconds: NotRequired[float]
    """Position of the entry from the start of the meeting, in seconds."""
    speaker: NotRequired[str]
    """The speaker, as named by the source."""
    side: NotRequired[Literal["us", "customer"]]
    """Whether the speaker or writer belongs to the organization (`us`) or not (`customer`), as `isInternal` says; omitted if it is not known."""
    text: str
    """The words, exactly as in the transcript."""
    url: str
    """The meeting in the console, at this entry."""


AskRequestMeetingId: TypeAlias = str
"""Identifier of a meeting."""


AskRequest = TypedDict(
    "AskRequest",
    {
        "question": str,
        "salesforceAccountId": NotRequired[str | None],
        "meetingIds": NotRequired[list[AskRequestMeetingId] | None],
        "from": NotRequired[str | None],
        "to": NotRequired[str | None],
    },
)


class AskSentence(TypedDict):
    text: str
    """A sentence of the answer."""
    quotes: list[AskQuote]
    """The words that prove it."""


class AskTokens(TypedDict):
    """The tokens used; omitted if no model was called."""

    input: int
    """Input tokens."""
    output: int
    """Output tokens."""


class Attendee(TypedDict):
    id: str
    """Identifier of the person: the same in every meeting of the organization."""
    name: NotRequired[str]
    """Name as given by the source."""
    email: NotRequired[str]
    """Address as given by the source."""
    isInternal: NotRequired[bool]
    """Whether the person belongs to the organization."""
    crmCaseId: NotRequired[str]
    """CRM case of the attendee."""
    crmLeadId: NotRequired[str]
    """CRM lead of the attendee."""


class AuditRecord(TypedDict):
    id: int
    """Identifier of the record."""
    at: str
    """Time of the change."""
    keyId: NotRequired[int]
    """The key that made the change; omitted if it was the operator, at the command line or with a key of their own."""
    keyName: NotRequired[str]
    """Name of that key."""
    requestId: NotRequired[str]
    """The request that made the change, as in its X-Request-Id header."""
    action: str
    """The action, such as key.create."""
    subject: str
    """The subject, such as key 12."""
    detail: dict[str, Any]
    """Details, depending on the action."""


class BacktestDraft(TypedDict):
    prompt: str
    """Its prompt."""
    phrases: list[str]
    saidBy: Literal["anyone", "customer", "us"]
    """Whose words count: anyone's, or only those of one side. `us` are people who are known to belong to the organization (`isInternal`), `customer` everybody else. It applies to phrases and prompts."""


class BacktestEstimate(TypedDict):
    meetingsInWindow: int
    """Meetings with a transcript to choose from."""
    meetings: int
    """Meetings to be evaluated."""
    calls: int
    """Calls of the model."""
    inputTokens: int
    """Input tokens."""
    outputTokens: int
    """Output tokens."""
    costUsd: NotRequired[float]
    """US dollars, by the prices that the operator set; omitted if there are none."""


class BacktestEstimateToday(TypedDict):
    meetingsInWindow: int
    """Meetings with a transcript to choose from."""
    meetings: int
    """Meetings to be evaluated."""
    calls: int
    """Calls of the model."""
    inputTokens: int
    """Input tokens."""
    outputTokens: int
    """Output tokens."""
    costUsd: NotRequired[float]
    """US dollars, by the prices that the operator set; omitted if there are none."""
    tokensLeftToday: NotRequired[int]
    """The organization's remaining tokens for today; omitted if there is no budget."""


BacktestRequestPhrase: TypeAlias = str
"""Exact words; case and accents are ignored."""


BacktestRequestMeetingId: TypeAlias = str
"""Identifier of a meeting."""


BacktestRequest = TypedDict(
    "BacktestRequest",
    {
        "signalId": NotRequired[int | None],
        "prompt": NotRequired[str | None],
        "phrases": NotRequired[list[BacktestRequestPhrase] | None],
        "saidBy": NotRequired[Literal["anyone", "customer", "us"] | None],
        "from": NotRequired[str | None],
        "to": NotRequired[str | None],
        "maxMeetings": NotRequired[int | None],
        "meetingIds": NotRequired[list[BacktestRequestMeetingId] | None],
        "onlyLabelled": NotRequired[bool | None],
        "dryRun": NotRequired[bool | None],
    },
)


class BacktestTally(TypedDict):
    fired: int
    """Meetings in which it fires."""
    notFired: int
    """Meetings in which it does not fire."""
    failed: int
    """Meetings that could not be evaluated."""


class BacktestTokens(TypedDict):
    """Usage so far."""

    inputTokens: int
    """Input tokens."""
    outputTokens: int
    """Output tokens."""
    costUsd: NotRequired[float]
    """US dollars, by the prices that the operator set; omitted if there are none."""


class Change(TypedDict):
    position: str
    """Number of the change within the organization. Positions only grow; all items of the present state have the same one."""
    type: Literal["meeting", "email", "execution", "signal", "user"]
    """Kind of the entity that changed."""
    id: str
    """Identifier of the entity."""
    change: Literal["created", "updated", "deleted"]
    """What happened to it. An execution that was superseded is `deleted`."""
    fields: NotRequired[list[Literal["details", "transcript", "crm", "recording", "summary"]]]
    """The parts of a meeting that an update changed."""
    at: str
    """When it changed; for an item of the present state, when it was read."""
    data: NotRequired[dict[str, Any]]
    """With `includeData`: the entity as it is now, as the operation that gets it by id shows it, a meeting without its transcript. Left out if the entity is gone."""


class Changes(TypedDict):
    changes: list[Change]
    """In the order of their positions."""
    next: str
    """Cursor to read on from: the value of `after` in the next request. It is always there."""
    upToDate: bool
    """Whether nothing follows this page yet. It is false as well if changes have waited for their positions for more than five seconds, as while no worker runs; wait before you ask again if the page is empty."""


ConfidenceBand = TypedDict(
    "ConfidenceBand",
    {
        "from": float,
        "to": float,
        "labels": int,
        "right": int,
    },
)


Coverage = TypedDict(
    "Coverage",
    {
        "signalId": int,
        "from": str,
        "to": str,
        "sources": int,
        "eligible": int,
        "fired": int,
        "notFired": int,
        "failed": int,
        "pending": int,
        "notEvaluated": int,
    },
)


class CreateFollowUpPrompt(TypedDict):
    name: str
    """Name of the follow-up prompt, unique within the signal."""
    prompt: str
    """The question that is answered if the signal fires."""


CreateOrganizationDomain: TypeAlias = str
"""A domain of the organization's own people."""


class CreateOrganization(TypedDict):
    name: str
    """Name of the organization."""
    domains: NotRequired[list[CreateOrganizationDomain] | None]
    """Attendees of these domains and their subdomains are internal."""


CreateSignalPhrase: TypeAlias = str
"""Exact words; case and accents are ignored."""


class CreateSignal(TypedDict):
    signalName: str
    """Name of the signal."""
    prompt: str
    """What the signal looks for."""
    contextSource: NotRequired[Literal["MEETING", "EMAIL", "ALL"] | None]
    """The conversations for which the signal is evaluated. Default: `MEETING`."""
    enabled: NotRequired[bool | None]
    """Whether the signal is evaluated for incoming conversations."""
    phrases: NotRequired[list[CreateSignalPhrase] | None]
    """If there are phrases, the signal fires if one of them occurs in the conversation, and no model is called."""
    saidBy: NotRequired[Literal["anyone", "customer", "us"] | None]
    """Whose words count: anyone's, or only those of one side. `us` are people who are known to belong to the organization (`isInternal`), `customer` everybody else. It applies to phrases and prompts. Default: `anyone`."""
    followUpPrompts: NotRequired[list[CreateFollowUpPrompt] | None]
    """Questions that are answered if the signal fires."""


CreateWebhookSignalId: TypeAlias = int
"""Identifier of a signal."""


class CreateWebhook(TypedDict):
    url: str
    """The http or https URL that messages are posted to, without a user name or password. Addresses that are not public are refused, here and when connecting, unless PARLEY_FETCH_ALLOW names them."""
    types: NotRequired[list[Literal["meeting", "email", "execution", "signal", "user"]] | None]
    """The types of entities whose changes are sent. By default all that the key may see; for Slack, `execution`."""
    signalIds: NotRequired[list[CreateWebhookSignalId] | None]
    """Only executions of these signals are sent. An empty list stands for all signals."""
    description: NotRequired[str | None]
    """A note for people."""
    format: NotRequired[Literal["standard", "slack"] | None]
    """`standard`: messages as Standard Webhooks specifies. `slack`: a new match of a signal as text for an incoming webhook of Slack. Default: `standard`."""
    signing: NotRequired[Literal["hmac", "ed25519"] | None]
    """`hmac`: signatures `v1` with a shared secret, which every library for Standard Webhooks verifies. `ed25519`: signatures `v1a`, which are verified with a public key. Default: `hmac`."""
    enabled: NotRequired[bool | None]
    """Whether messages are sent. A webhook that is enabled again goes on where it stopped."""
    after: NotRequired[str | None]
    """A cursor of the feed of changes: the first message is about the change after it. `now`: only what changes from now on."""


CrmRecordDomain: TypeAlias = str
"""An e-mail domain of the account."""


class CrmRecord(TypedDict):
    type: Literal["ACCOUNT", "OPPORTUNITY", "LEAD", "CASE"]
    """Type of the record."""
    id: str
    """Its id; 15-character Salesforce ids are extended to 18 characters."""
    name: str
    """Its name."""
    domains: NotRequired[list[CrmRecordDomain] | None]
    """For accounts only; replaces the account's domains."""


class EmailFrom(TypedDict):
    """The sender."""

    name: NotRequired[str]
    """Name as given by the source."""
    email: str
    """Address as given by the source."""


class EmailToItem(TypedDict):
    """A recipient."""

    name: NotRequired[str]
    """Name as given by the source."""
    email: str
    """Address as given by the source."""


class EmailCcItem(TypedDict):
    """A recipient in copy."""

    name: NotRequired[str]
    """Name as given by the source."""
    email: str
    """Address as given by the source."""


Email = TypedDict(
    "Email",
    {
        "id": str,
        "subject": str,
        "sentAt": str,
        "from": EmailFrom,
        "to": list[EmailToItem],
        "cc": list[EmailCcItem],
        "text": str,
        "messageId": NotRequired[str],
        "crmAccountId": NotRequired[str],
        "crmOpportunityId": NotRequired[str],
        "crmLeadId": NotRequired[str],
    },
)


class EmailPage(TypedDict):
    emails: list[Email]
    pageCount: int
    """Total number of pages for the query; 0 if nothing matches."""


class Error(TypedDict):
    """The body of every error response."""

    error: str
    """The error, in one clear sentence."""


class ExamplePrecision(TypedDict):
    """The share of those that fired that are right."""

    value: float
    """The estimate."""
    low: float
    """Lower end of its 95 % interval."""
    high: float
    """Upper end."""


class ExampleRecall(TypedDict):
    """The share of the moments that it finds."""

    value: float
    """The estimate."""
    low: float
    """Lower end of its 95 % interval."""
    high: float
    """Upper end."""


class ExampleSignalBody(TypedDict):
    """The body of the request that creates it."""

    signalName: str
    """Name of the signal."""
    prompt: str
    """What the signal looks for."""
    contextSource: Literal["MEETING", "EMAIL", "ALL"]
    """The conversations for which the signal is evaluated."""
    enabled: bool
    """False: it evaluates nothing until somebody enables it."""
    phrases: list[str]
    saidBy: Literal["anyone", "customer", "us"]
    """Whose words count: anyone's, or only those of one side. `us` are people who are known to belong to the organization (`isInternal`), `customer` everybody else. It applies to phrases and prompts."""


class ExampleSignalQuality(TypedDict):
    sentences: int
    """The sentences that were invented for it and labelled."""
    moments: int
    """Those with a moment that the signal looks for."""
    fired: int
    """Those in which its phrases fired."""
    right: int
    """Those of them with such a moment."""
    precision: ExamplePrecision
    recall: ExampleRecall


class ExportFile(TypedDict):
    name: str
    """Name of the file."""
    type: Literal["meeting", "email", "execution", "signal", "user"]
    """A type of entities."""
    rows: int
    """Number of its rows."""
    bytes: int
    """Its size."""
    sha256: str
    """SHA-256 of its bytes."""
    url: str
    """Signed URL to download it, without a key."""


class ExportManifest(TypedDict):
    schemaVersion: int
    """Version of the layout of the files. It changes if readers have to change."""
    createdAt: str
    """When the export was done."""
    format: Literal["ndjson", "parquet"]
    """Format of the files."""
    includeTranscripts: bool
    """Whether meetings contain their transcripts."""
    changesCursor: str
    """Cursor of the changes that follow the export, for `GET /v1/changes` or the next export."""
    urlsExpireAt: str
    """When the URLs expire: 2 hours after the response. Read the export again for new ones."""
    files: list[ExportFile]
    """The files in the order in which they are to be read: the later row of an id replaces the earlier one."""


class ExportProgress(TypedDict):
    percent: int
    """How much has been exported; 100 only if it is done."""
    files: int
    """Files that are complete."""
    rows: int
    """Rows in these files."""
    bytes: int
    """Size of these files."""


class ExportRequest(TypedDict):
    format: Literal["ndjson", "parquet"]
    """Format of the files."""
    types: NotRequired[list[Literal["meeting", "email", "execution", "signal", "user"]] | None]
    """The types to export. Default: all that the scopes of the key show; `meeting` and `email` need `meetings:read`, `execution` and `signal` need `signals:read`, `user` needs `users:read`."""
    after: NotRequired[str | None]
    """Exports only what changed after this cursor: `changesCursor` of an earlier export, or `next` of a page of changes. `start`, the default, exports everything."""
    includeTranscripts: NotRequired[bool | None]
    """Whether meetings contain their transcripts."""


class FiredSignal(TypedDict):
    executionId: int
    """Identifier of the execution."""
    signalId: int
    """Identifier of the signal."""
    signalName: str
    """Name of the signal."""


class FollowUpOutput(TypedDict):
    name: str
    """Name of the follow-up prompt."""
    prompt: str
    """The question."""
    response: str
    """The answer."""


class FollowUpPrompt(TypedDict):
    name: str
    """Name of the follow-up prompt."""
    prompt: str
    """The question that is answered if the signal fires."""


class FoundMeeting(TypedDict):
    id: str
    """Identifier of the meeting: a whole number as text."""
    title: str
    """Its title."""
    startTime: str
    """Its start, in UTC."""
    hostName: NotRequired[str]
    """Name of the host."""
    hostEmail: str
    """Address of the host."""


class FoundPerson(TypedDict):
    email: str
    """Address of the person."""
    name: NotRequired[str]
    """Name, as in the newest of their meetings."""


class ImportFormat(TypedDict):
    name: str
    """Name of the format."""
    holds: Literal["transcript", "meetings"]
    """Whether a file contains one `transcript`, or whole `meetings` as bodies of the ingest operation. A transcript needs details from the query or from its name."""
    extensions: list[str]
    """The extensions of its files."""
    mediaTypes: list[str]
    """The media types of its files."""
    variants: NotRequired[list[str]]
    """The formats that it comprises, if there are several: the values of `format` in imports."""


class ImportFormats(TypedDict):
    formats: list[ImportFormat]
    """The formats."""
    maxBytes: int
    """The largest size of a file, in bytes."""
    archiveExtensions: list[str]
    """The extensions of archives whose files are imported."""
    maxMeetings: int
    """The most meetings that a file may contain."""


class ImportOutcome(TypedDict):
    """A meeting that was imported, with the facts about it, or a meeting or a file of an archive that was refused, with `error` and `status`."""

    file: NotRequired[str]
    """Name of its file in the archive; absent if the file is no archive."""
    item: NotRequired[int]
    """Number of the meeting in its file; absent if it is the only one."""
    meetingId: NotRequired[str]
    """Identifier of the meeting: a whole number as text."""
    created: NotRequired[bool]
    """Whether the meeting was new."""
    outcome: NotRequired[Literal["created", "updated", "unchanged"]]
    """What happened to the meeting."""
    format: NotRequired[str]
    """Format of the file: WebVTT, Whisper TSV, SBV, Fireflies text, Zoom captions, Parley Markdown, Teams text, Fathom or Gong text, Otter or Teams text, Google Meet text, Timed text, Dialogue text, SubRip, Word document, JSON, Parley, Gong, Fireflies, Fathom, Otter, Google Meet, Recall.ai, Recall.ai events, AssemblyAI, Deepgram, Rev.ai, Whisper, whisper.cpp, Amazon Transcribe, Amazon Transcribe Call Analytics, Google Speech-to-Text, Speechmatics or QMSum."""
    title: NotRequired[str]
    """Title of the meeting."""
    startTime: NotRequired[str]
    """Its start."""
    entries: NotRequired[int]
    """Entries of its transcript."""
    speakers: NotRequired[int]
    """Names of its speakers."""
    error: NotRequired[str]
    """The reason why nothing of it was stored."""
    status: NotRequired[int]
    """The status that a file with only this meeting would have been answered with."""


class ImportedMeeting(TypedDict):
    meetingId: str
    """Identifier of the meeting: a whole number as text."""
    created: bool
    """Whether the meeting was new."""
    outcome: Literal["created", "updated", "unchanged"]
    """What happened to the meeting."""
    format: str
    """Format of the file: WebVTT, Whisper TSV, SBV, Fireflies text, Zoom captions, Parley Markdown, Teams text, Fathom or Gong text, Otter or Teams text, Google Meet text, Timed text, Dialogue text, SubRip, Word document, JSON, Parley, Gong, Fireflies, Fathom, Otter, Google Meet, Recall.ai, Recall.ai events, AssemblyAI, Deepgram, Rev.ai, Whisper, whisper.cpp, Amazon Transcribe, Amazon Transcribe Call Analytics, Google Speech-to-Text, Speechmatics or QMSum."""
    title: str
    """Title of the meeting."""
    startTime: str
    """Its start."""
    entries: int
    """Entries of its transcript."""
    speakers: int
    """Names of its speakers."""
    warnings: list[str]
    """Warnings, each with its line."""
    meetings: NotRequired[list[ImportOutcome]]
    """The outcomes of all meetings, in their order, if the file is an archive or contains several; the other fields are those of the first meeting that was imported."""


class IndexedTranscriptEntrySpeaker(TypedDict):
    name: str
    """Name of the speaker as given by the source."""
    attendeeId: NotRequired[str]
    """The attendee who spoke, if exactly one has this name."""
    side: NotRequired[Literal["us", "customer"]]
    """Whether the speaker or writer belongs to the organization (`us`) or not (`customer`), as `isInternal` says; omitted if it is not known."""


class IndexedTranscriptEntry(TypedDict):
    entryIndex: int
    """Place of the entry in the transcript, counted from 0."""
    text: str
    """What was said, word for word."""
    speaker: NotRequired[IndexedTranscriptEntrySpeaker]
    timestamp: NotRequired[str]
    """Position from the start, `HH:MM:SS`, with `.mmm` where the milliseconds are not zero."""
    timestampSeconds: NotRequired[float]
    """Position from the start in seconds."""
    endSeconds: NotRequired[float]
    """End in seconds, if the source gave it."""


class IngestEmailEmailFrom(TypedDict):
    name: NotRequired[str | None]
    """Name of the sender."""
    email: str
    """Address of the sender."""


class IngestEmailEmailToItem(TypedDict):
    name: NotRequired[str | None]
    """Name of the recipient."""
    email: str
    """Address of the recipient."""


class IngestEmailEmailCcItem(TypedDict):
    name: NotRequired[str | None]
    """Name of the recipient in copy."""
    email: str
    """Address of the recipient in copy."""


IngestEmailEmail = TypedDict(
    "IngestEmailEmail",
    {
        "id": NotRequired[str | None],
        "messageId": NotRequired[str | None],
        "subject": str,
        "sentAt": str,
        "from": IngestEmailEmailFrom,
        "to": list[IngestEmailEmailToItem],
        "cc": NotRequired[list[IngestEmailEmailCcItem] | None],
        "text": str,
        "salesforceAccountId": NotRequired[str | None],
        "salesforceOpportunityId": NotRequired[str | None],
        "salesforceLeadId": NotRequired[str | None],
    },
)


class IngestMeetingMeetingHost(TypedDict):
    name: NotRequired[str | None]
    """Name of the host."""
    email: str
    """Address of the host."""


class IngestMeetingMeetingExternalId(TypedDict):
    type: Literal[
        "USER_PROVIDED",
        "SERVICE",
        "AIRCALL",
        "CHORUS",
        "CLOUDTALK",
        "DIALPAD",
        "GONG",
        "GOOGLE_MEET",
        "MINDTICKLE",
        "MS_TEAMS",
        "ORUM",
        "OUTREACH",
        "RINGCENTRAL",
        "SALESLOFT",
        "SALESLOFT_CI",
        "VONAGE",
        "WEBEX",
        "WINGMAN",
        "WISER",
        "ZOOM",
        "ZOOM_PHONE",
        "GOOGLE_CALENDAR",
        "OUTLOOK_CALENDAR",
    ]
    """The other system."""
    id: str
    """The id of the meeting in the other system."""


class IngestMeetingMeetingAttendee(TypedDict):
    email: NotRequired[str | None]
    """Address of the attendee."""
    isInternal: NotRequired[bool | None]
    """Default: determined from the organization's domains, if it has any."""
    name: NotRequired[str | None]
    """Name of the attendee; a name or an address is required."""


class IngestedEmail(TypedDict):
    emailId: str
    """Identifier of the e-mail: a whole number as text."""
    created: bool
    """Whether the e-mail was new."""


class IngestedMeeting(TypedDict):
    meetingId: str
    """Identifier of the meeting: a whole number as text."""
    created: bool
    """Whether the meeting was new."""


class Job(TypedDict):
    id: str
    """Identifier of the job."""
    job: str
    """Kind of the job."""
    state: Literal["waiting", "active", "dead"]
    """dead: the job has used up its attempts and can be run again."""
    attempts: int
    """Number of attempts."""
    createdAt: str
    """When it was enqueued."""
    payload: dict[str, Any]
    """Data of the job; the fields depend on its kind."""
    reason: NotRequired[str]
    """Why the last attempt failed."""


class JobKind(TypedDict):
    kind: str
    """Kind of the job."""
    waiting: int
    """Jobs that are queued for their first or next attempt."""
    running: int
    """Jobs that are running."""
    failed: int
    """Jobs that have used up their attempts; they can be run again."""
    oldestWaitingSeconds: NotRequired[int]
    """Age of the oldest queued job; omitted if none is queued."""


class JobList(TypedDict):
    jobs: list[Job]


class JobSummary(TypedDict):
    jobs: list[JobKind]
    warnings: NotRequired[list[str]]
    """Problems that an operator has to resolve; omitted if there are none."""


class LabelCounts(TypedDict):
    """The labelled evaluations; the newest label of each decides."""

    right: int
    """Evaluations that were right."""
    wrong: int
    """Evaluations that were wrong."""


LabelVerdict: TypeAlias = Literal["right", "wrong"]
"""Whether the evaluation was right: it fired where it should, or did not where it should not."""


ListWithViews: TypeAlias = Literal["meetings"]
"""The list that the view is of."""


class MeetingHost(TypedDict):
    """The host of the meeting; not repeated among the attendees."""

    email: str
    """Address of the host."""
    name: NotRequired[str]
    """Name of the host."""


class MeetingDay(TypedDict):
    day: str
    """The day, in UTC."""
    sourceType: Literal[
        "USER_PROVIDED",
        "SERVICE",
        "AIRCALL",
        "CHORUS",
        "CLOUDTALK",
        "DIALPAD",
        "GONG",
        "GOOGLE_MEET",
        "MINDTICKLE",
        "MS_TEAMS",
        "ORUM",
        "OUTREACH",
        "RINGCENTRAL",
        "SALESLOFT",
        "SALESLOFT_CI",
        "VONAGE",
        "WEBEX",
        "WINGMAN",
        "WISER",
        "ZOOM",
        "ZOOM_PHONE",
    ]
    """Source of the meetings."""
    meetings: int
    """Meetings that started on this day."""


class MeetingVersion(TypedDict):
    version: int
    """Number of the version; the first one is 1."""
    at: str
    """When the version was created."""
    keyId: NotRequired[int]
    """The key that created it, or the key of the session that did. Omitted for the command line, and for versions created before the key was recorded."""
    cause: Literal["ingest", "import", "upload", "restore"]
    """ingest: an ingest. import: a file. upload: an uploaded recording. restore: a restored version."""
    changed: list[
        Literal["title", "times", "host", "attendees", "transcript", "recording", "crm", "callUrl", "externalIds"]
    ]
    """The differences from the previous version; empty for the first. times: startTime or endTime. crm: ids of CRM records. callUrl and externalIds: the fields of the ingest with these names."""


class MeetingVersions(TypedDict):
    versions: list[MeetingVersion]
    nextBefore: NotRequired[int]
    """Requests the next page; omitted on the last one."""


class MeetingWithRecordingHost(TypedDict):
    """The host of the meeting; not repeated among the attendees."""

    email: str
    """Address of the host."""
    name: NotRequired[str]
    """Name of the host."""


class MissedChanges(TypedDict):
    """Changes that can no longer be sent; omitted if there are none."""

    changes: int
    """The number of changes, of all types."""
    at: str
    """When it was noticed last."""
    message: str
    """What happened and what to do."""


class MomentSpeaker(TypedDict):
    name: str
    """Name of the speaker as given by the source."""
    attendeeId: NotRequired[str]
    """The attendee who spoke, if exactly one has this name."""
    side: NotRequired[Literal["us", "customer"]]
    """Whether the speaker or writer belongs to the organization (`us`) or not (`customer`), as `isInternal` says; omitted if it is not known."""


MomentHighlight: TypeAlias = int


class Moment(TypedDict):
    meetingId: str
    """Identifier of the meeting."""
    title: str
    """Title of the meeting."""
    startTime: str
    """Start of the meeting, in UTC."""
    entryIndex: int
    """Index of the entry in the transcript, counted from 0."""
    timestampSeconds: NotRequired[float]
    """Position of the entry from the start of the meeting, in seconds."""
    speaker: NotRequired[MomentSpeaker]
    text: str
    """What was said, word for word."""
    highlights: list[list[MomentHighlight]]
    """The places in `text` that match, each as the offset of its first character and the offset after its last one, in UTF-16 units; in their order, without overlaps."""
    before: NotRequired[str]
    """Text of the preceding entry."""
    after: NotRequired[str]
    """Text of the following entry."""
    url: str
    """The meeting in the console, at this entry."""


class MomentPage(TypedDict):
    moments: list[Moment]
    """The moments, in the order that was requested."""
    meetingCount: int
    """Number of meetings that have at least one such moment."""
    meetingCountIsUpperBound: NotRequired[bool]
    """True if `meetingCount` is an upper bound, because too many transcripts would have to be read to count exactly; otherwise omitted."""
    unindexedMeetings: NotRequired[int]
    """Number of meetings of the organization that cannot be searched yet, because the words of their transcripts are still being indexed; omitted if there are none."""
    next: NotRequired[str]
    """Cursor of the next page; omitted on the last one."""


class NamedCrmRecord(TypedDict):
    type: Literal["ACCOUNT", "OPPORTUNITY", "LEAD", "CASE"]
    """Type of the record."""
    id: str
    """Its id."""
    name: str
    """Its name."""


class OpenApi(TypedDict):
    openapi: str
    """Version of OpenAPI."""


class Organization(TypedDict):
    id: int
    """Identifier of the organization."""
    name: str
    """Name of the organization."""
    domains: list[str]
    """Domains of the organization's own people, in lower case."""


OrganizationChangesDomain: TypeAlias = str
"""A domain of the organization's own people."""


class OrganizationChanges(TypedDict):
    name: NotRequired[str | None]
    """Name of the organization."""
    domains: NotRequired[list[OrganizationChangesDomain] | None]
    """Attendees of these domains and their subdomains are internal."""


class OrganizationWithKey(TypedDict):
    id: int
    """Identifier of the organization."""
    name: str
    """Name of the organization."""
    key: str
    """Its first key; it is not shown again."""


class PersonOfAccount(TypedDict):
    name: NotRequired[str]
    """The name that was given last."""
    email: str
    """Address of the person."""
    meetingCount: int
    """Meetings that the person attended."""
    lastAt: str
    """Last meeting or e-mail with the person."""


class Precision(TypedDict):
    """The share of those that fired that are right; from 10 labels on."""

    value: float
    """The estimate."""
    low: float
    """Lower end of its 95 % interval."""
    high: float
    """Upper end."""


class Processing(TypedDict):
    signals: Literal["none", "pending", "done", "failed"]
    """State of the meeting's signals; none: they are not evaluated for it."""
    summary: Literal["none", "pending", "done", "failed"]
    """State of its summary; none: it was never requested."""
    note: NotRequired[str]
    """Why it is waiting or has failed."""


class PromptExecution(TypedDict):
    executionId: NotRequired[int]
    """Identifier of the execution, as used in requests for evidence; only if requested."""
    signalId: int
    """Identifier of the signal."""
    signalName: str
    """Name of the signal at that time."""
    triggeredAt: str
    """Time of the evaluation, in UTC."""
    sourceTitle: str
    """Title of the meeting, or subject of the e-mail."""
    prompt: str
    """Prompt of the version that was evaluated."""
    reason: str
    """Why it fired."""
    hostEmail: str
    """Host of the meeting, or sender of the e-mail."""
    attendeeEmails: list[str]
    """Attendees of the meeting, or recipients of the e-mail."""
    crmAccountId: NotRequired[str]
    """CRM account at that time."""
    crmAccountName: NotRequired[str]
    """Its name."""
    crmOpportunityId: NotRequired[str]
    """CRM opportunity at that time."""
    crmOpportunityName: NotRequired[str]
    """Its name."""
    crmLeadId: NotRequired[str]
    """CRM lead at that time."""
    crmLeadName: NotRequired[str]
    """Its name."""
    sourceId: str
    """Identifier of the meeting or e-mail: a whole number as text."""
    sourceType: Literal["meeting", "email"]
    """Kind of the conversation."""
    customInstructions: NotRequired[list[FollowUpOutput]]
    """Answers to the follow-up prompts; only if requested."""


class PromptExecutionPage(TypedDict):
    signals: list[PromptExecution]
    pageCount: int
    """Total number of pages for the query; 0 if nothing matches."""


class PutCounts(TypedDict):
    created: int
    """Number of new records."""
    updated: int
    """Number of existing records."""


class PutCrmRecords(TypedDict):
    records: list[CrmRecord]


class QualityEvaluations(TypedDict):
    """Conversations that the version has evaluated."""

    fired: int
    """Those in which it fired."""
    notFired: int
    """Those in which it did not."""


class QualityLabelled(TypedDict):
    """Evaluations of the version that are labelled."""

    fired: int
    """Those that fired."""
    notFired: int
    """Those that did not fire."""
    drawn: int
    """Those of notFired from which recall is estimated."""


class Quote(TypedDict):
    text: str
    """The words, exactly as in the conversation."""
    entryIndex: NotRequired[int]
    """Index of the transcript entry, or of the paragraph of an e-mail, counted from 0. If it is absent, the words are from the title or subject."""
    speaker: NotRequired[str]
    """The speaker or writer, as named by the source."""
    side: NotRequired[Literal["us", "customer"]]
    """Whether the speaker or writer belongs to the organization (`us`) or not (`customer`), as `isInternal` says; omitted if it is not known."""
    timestamp: NotRequired[str]
    """Position from the start, `HH:MM:SS`, with `.mmm` where the milliseconds are not zero."""
    timestampSeconds: NotRequired[float]
    """Position from the start in seconds."""


class Ready(TypedDict):
    status: Literal["ready"]
    warnings: NotRequired[list[str]]
    """Problems that an operator has to resolve; omitted if there are none."""


class Recall(TypedDict):
    """The share of the moments to be found that it finds; from 10 labels on."""

    value: float
    """The estimate."""
    low: float
    """Lower end of its 95 % interval."""
    high: float
    """Upper end."""


class Recording(TypedDict):
    state: Literal["none", "pending", "stored", "failed"]
    """pending: it is being fetched from its recordingUrl."""
    reason: NotRequired[str]
    """Why it failed."""
    contentType: NotRequired[str]
    """Its Content-Type, if it is stored."""
    bytes: NotRequired[int]
    """Its size, if it is stored."""
    updatedAt: NotRequired[str]
    """When its state last changed."""


class RemapFrom(TypedDict):
    """The CRM ids before the remap; present once it has been applied."""

    accountId: NotRequired[str]
    """CRM account."""
    opportunityId: NotRequired[str]
    """CRM opportunity."""
    leadId: NotRequired[str]
    """CRM lead."""


class RemapTo(TypedDict):
    """The CRM ids after the remap."""

    accountId: NotRequired[str]
    """CRM account."""
    opportunityId: NotRequired[str]
    """CRM opportunity."""
    leadId: NotRequired[str]
    """CRM lead."""


Remap = TypedDict(
    "Remap",
    {
        "requestId": str,
        "status": Literal["accepted", "applied", "completed", "failed"],
        "meetingId": str,
        "from": NotRequired[RemapFrom],
        "to": NotRequired[RemapTo],
        "summary": NotRequired[Literal["pending", "done", "failed", "skipped"]],
        "signals": NotRequired[Literal["pending", "done", "failed", "skipped"]],
        "undoOf": NotRequired[str],
        "undoneBy": NotRequired[str],
        "keyId": int,
        "reason": NotRequired[str],
        "acceptedAt": str,
        "appliedAt": NotRequired[str],
        "completedAt": NotRequired[str],
    },
)


class RemapAccepted(TypedDict):
    accepted: bool
    """Always true."""
    requestId: str
    """Identifier of the remap."""


class RemapError(TypedDict):
    error: str
    """The error, in one clear sentence."""
    requestId: str
    """Identifier of the failed request, as in the X-Request-Id header."""


class RemapList(TypedDict):
    remaps: list[Remap]


class RemapMeetingSource(TypedDict):
    """Identifies the meeting by an external system and its id there."""

    id: str
    """Identifier of the meeting in that system."""
    type: Literal[
        "USER_PROVIDED",
        "SERVICE",
        "AIRCALL",
        "CHORUS",
        "CLOUDTALK",
        "DIALPAD",
        "GONG",
        "GOOGLE_MEET",
        "MINDTICKLE",
        "MS_TEAMS",
        "ORUM",
        "OUTREACH",
        "RINGCENTRAL",
        "SALESLOFT",
        "SALESLOFT_CI",
        "VONAGE",
        "WEBEX",
        "WINGMAN",
        "WISER",
        "ZOOM",
        "ZOOM_PHONE",
        "GOOGLE_CALENDAR",
        "OUTLOOK_CALENDAR",
    ]
    """The system, in exact case."""


class RemapMeetingSalesforceRecords(TypedDict):
    """At least one id. Each given id replaces that of the meeting; the others remain unchanged."""

    opportunityId: NotRequired[str | None]
    """CRM opportunity."""
    accountId: NotRequired[str | None]
    """CRM account."""
    leadId: NotRequired[str | None]
    """CRM lead."""


class RemapMeetingMeetingDetails(TypedDict):
    """Identifies the meeting by serviceMeetingId, or by title, startTime and hostEmail together."""

    serviceMeetingId: NotRequired[int | None]
    """Identifier of the meeting; if it is given, the other fields are ignored."""
    title: NotRequired[str | None]
    """Title of the meeting."""
    startTime: NotRequired[str | None]
    """Start of the meeting."""
    hostEmail: NotRequired[str | None]
    """Address of the host."""


class RemapMeeting(TypedDict):
    source: NotRequired[RemapMeetingSource | None]
    """Identifies the meeting by an external system and its id there."""
    salesforceRecords: RemapMeetingSalesforceRecords
    """At least one id. Each given id replaces that of the meeting; the others remain unchanged."""
    meetingDetails: NotRequired[RemapMeetingMeetingDetails | None]
    """Identifies the meeting by serviceMeetingId, or by title, startTime and hostEmail together."""


class ReplayWebhook(TypedDict):
    after: str
    """A cursor of the feed of changes: the first message is about the change after it."""


class RequestedExport(TypedDict):
    id: str
    """Identifier of the export: a whole number as text."""


class SampleData(TypedDict):
    state: Literal["absent", "loading", "loaded", "removing", "failed"]
    """Whether the sample data is there. After `failed`, it can be loaded or removed again."""
    meetings: int
    """Its meetings that are in the organization now."""
    totalMeetings: int
    """All of its meetings."""
    emails: int
    """Its e-mails that are in the organization now."""
    totalEmails: int
    """All of its e-mails."""
    note: NotRequired[str]
    """Why loading or removing it failed."""


Scope: TypeAlias = Literal[
    "meetings:read", "users:read", "signals:read", "remap:write", "ingest:write", "admin", "operator"
]
"""A permission of a key."""


class SearchResult(TypedDict):
    meetings: list[FoundMeeting]
    people: list[FoundPerson]
    """The people; on the first page only."""
    next: NotRequired[str]
    """Cursor of the next page of meetings; omitted on the last one."""


class SessionOrganization(TypedDict):
    """The organization of the key."""

    id: int
    """Identifier of the organization."""
    name: str
    """Name of the organization."""


class SignIn(TypedDict):
    key: str
    """A key of the organization."""


class Signal(TypedDict):
    id: int
    """Identifier of the signal."""
    signalName: str
    """Name of the signal."""
    contextSource: Literal["MEETING", "EMAIL", "ALL"]
    """The conversations for which the signal is evaluated."""
    enabled: bool
    """Whether the signal is evaluated for incoming conversations."""
    createdAt: str
    """When it was created."""
    version: int
    """Version of the following fields, counted from 1."""
    prompt: str
    """What the signal looks for."""
    phrases: list[str]
    saidBy: Literal["anyone", "customer", "us"]
    """Whose words count: anyone's, or only those of one side. `us` are people who are known to belong to the organization (`isInternal`), `customer` everybody else. It applies to phrases and prompts."""
    followUpPrompts: list[FollowUpPrompt]


class SignalDay(TypedDict):
    day: str
    """The day, in UTC."""
    signalId: int
    """Identifier of the signal."""
    executions: int
    """How often it fired on this day, in meetings and e-mails."""


class SignalItem(TypedDict):
    id: int
    """Identifier of the signal."""
    signalName: str
    """Name of the signal."""
    contextSource: Literal["MEETING", "EMAIL", "ALL"]
    """The conversations for which the signal is evaluated."""
    enabled: bool
    """Whether the signal is evaluated for incoming conversations."""
    createdAt: str
    """When it was created."""


class SignalJudged(TypedDict):
    signalId: int
    """Identifier of the signal."""
    conversations: int
    """Conversations of the window for which it was evaluated, whether or not it fired."""


class SignalList(TypedDict):
    signals: list[SignalItem]


class SignalOfAccountMonth(TypedDict):
    month: str
    """Month, `YYYY-MM`, in UTC."""
    count: int
    """Matches of the month."""


class SignalOfAccount(TypedDict):
    signalId: int
    """Identifier of the signal."""
    signalName: str
    """Its name."""
    count: int
    """Matches in conversations with the account."""
    lastAt: str
    """Last conversation in which it matched."""
    months: list[SignalOfAccountMonth]
    """Its matches by the month of the conversation; months without any are omitted."""


class SignalVersion(TypedDict):
    version: int
    """Version of the following fields, counted from 1."""
    prompt: str
    """What the signal looks for."""
    phrases: list[str]
    saidBy: Literal["anyone", "customer", "us"]
    """Whose words count: anyone's, or only those of one side. `us` are people who are known to belong to the organization (`isInternal`), `customer` everybody else. It applies to phrases and prompts."""
    followUpPrompts: list[FollowUpPrompt]
    createdAt: str
    """When this version was created."""
    keyId: NotRequired[int]
    """The key that created it; omitted for the command line."""


class SignalVersionList(TypedDict):
    versions: list[SignalVersion]


class StartedBacktest(TypedDict):
    backtestId: int
    """Identifier of the backtest."""
    state: Literal["running", "done", "failed"]
    """The state is running until the backtest is done, or failed if the rest cannot be evaluated."""
    estimate: BacktestEstimateToday


class Topic(TypedDict):
    text: str
    """The topic."""
    entryIndex: NotRequired[int]
    """Index of the transcript entry at which it begins, counted from 0."""
    start: NotRequired[str]
    """Where it begins, `HH:MM:SS`, with `.mmm` where the milliseconds are not zero."""
    startSeconds: NotRequired[float]
    """Where it begins, in seconds from the start."""
    quotes: list[Quote]
    """The evidence."""


class Transcript(TypedDict):
    meetingId: str
    """Identifier of the meeting: a whole number as text."""
    language: NotRequired[str]
    """Language of the transcript if the source gave it, as a BCP 47 tag."""
    entries: list[IndexedTranscriptEntry]
    next: NotRequired[int]
    """The entry that follows, to be read with `fromEntry`; absent after the last one."""


class TranscriptEntrySpeaker(TypedDict):
    name: str
    """Name of the speaker as given by the source."""
    attendeeId: NotRequired[str]
    """The attendee who spoke, if exactly one has this name."""


class TranscriptEntry(TypedDict):
    text: str
    """What was said, word for word."""
    speaker: NotRequired[TranscriptEntrySpeaker]
    timestamp: NotRequired[str]
    """Position from the start, `HH:MM:SS`, with `.mmm` where the milliseconds are not zero."""
    timestampSeconds: NotRequired[float]
    """Position from the start in seconds."""


class TranscriptSegmentSpeaker(TypedDict):
    name: NotRequired[str | None]
    """Name of the speaker."""


class TranscriptSegment(TypedDict):
    text: str
    """What was said; stored word for word."""
    timestampSeconds: NotRequired[float | None]
    """Position from the start of the meeting, in seconds."""
    endSeconds: NotRequired[float | None]
    """End of what was said, in seconds; not before timestampSeconds."""
    speaker: NotRequired[TranscriptSegmentSpeaker | None]


TryRequestPhrase: TypeAlias = str
"""Exact words; case and accents are ignored."""


class TryRequest(TypedDict):
    meetingId: str
    """The meeting to try the draft on: a whole number as text."""
    signalId: NotRequired[int | None]
    """The signal that the draft changes: fields omitted from the draft are those of its current version. Without it, the draft is independent and requires a prompt or phrases."""
    prompt: NotRequired[str | None]
    """What the signal looks for."""
    phrases: NotRequired[list[TryRequestPhrase] | None]
    """If there are phrases, the signal fires if one of them occurs in the conversation, and no model is called."""
    saidBy: NotRequired[Literal["anyone", "customer", "us"] | None]
    """Whose words count: anyone's, or only those of one side. `us` are people who are known to belong to the organization (`isInternal`), `customer` everybody else. It applies to phrases and prompts."""
    followUpPrompts: NotRequired[list[CreateFollowUpPrompt] | None]
    """Questions that are answered if the signal fires."""
    contextSource: NotRequired[Literal["MEETING", "EMAIL", "ALL"] | None]
    """The conversations for which the signal is evaluated."""


UpdateSignalPhrase: TypeAlias = str
"""Exact words; case and accents are ignored."""


class UpdateSignal(TypedDict):
    signalName: NotRequired[str | None]
    """Name of the signal."""
    prompt: NotRequired[str | None]
    """What the signal looks for."""
    contextSource: NotRequired[Literal["MEETING", "EMAIL", "ALL"] | None]
    """The conversations for which the signal is evaluated."""
    enabled: NotRequired[bool | None]
    """Whether the signal is evaluated for incoming conversations."""
    phrases: NotRequired[list[UpdateSignalPhrase] | None]
    """If there are phrases, the signal fires if one of them occurs in the conversation, and no model is called."""
    saidBy: NotRequired[Literal["anyone", "customer", "us"] | None]
    """Whose words count: anyone's, or only those of one side. `us` are people who are known to belong to the organization (`isInternal`), `customer` everybody else. It applies to phrases and prompts."""
    followUpPrompts: NotRequired[list[CreateFollowUpPrompt] | None]
    """Questions that are answered if the signal fires."""


UpdateWebhookSignalId: TypeAlias = int
"""Identifier of a signal."""


class UpdateWebhook(TypedDict):
    url: NotRequired[str | None]
    """The http or https URL that messages are posted to, without a user name or password. Addresses that are not public are refused, here and when connecting, unless PARLEY_FETCH_ALLOW names them."""
    types: NotRequired[list[Literal["meeting", "email", "execution", "signal", "user"]] | None]
    """The types of entities whose changes are sent."""
    signalIds: NotRequired[list[UpdateWebhookSignalId] | None]
    """Only executions of these signals are sent. An empty list stands for all signals."""
    description: NotRequired[str | None]
    """A note for people."""
    format: NotRequired[Literal["standard", "slack"] | None]
    """`standard`: messages as Standard Webhooks specifies. `slack`: a new match of a signal as text for an incoming webhook of Slack."""
    enabled: NotRequired[bool | None]
    """Whether messages are sent. A webhook that is enabled again goes on where it stopped."""


class UploadedRecording(TypedDict):
    meetingId: str
    """The meeting."""
    bytes: int
    """Size of the recording."""
    contentType: str
    """Its Content-Type."""


class User(TypedDict):
    email: str
    """Address of the user."""
    name: NotRequired[str]
    """Name of the user."""
    type: NotRequired[str]
    """Kind of user."""
    crmAuthStatus: NotRequired[str]
    """State of the CRM connection, for example AUTHENTICATED."""
    calendarAuthStatus: NotRequired[str]
    """State of the calendar connection, for example AUTHENTICATED."""
    chatUserId: NotRequired[str]
    """Identifier of the user in the chat system."""
    title: NotRequired[str]
    """Job title."""
    crmDepartment: NotRequired[str]
    """Department in the CRM."""
    crmUserRole: NotRequired[str]
    """Role in the CRM."""
    licenseAssignedAt: NotRequired[str]
    """When the license was assigned."""
    role: NotRequired[str]
    """Role, in the case in which it was entered."""
    licenseAdded: bool
    """Whether the user holds a license."""


class UserInput(TypedDict):
    email: str
    """Address of the user, which identifies the user regardless of case."""
    name: NotRequired[str | None]
    """Name of the user."""
    type: NotRequired[str | None]
    """Kind of user."""
    crmAuthStatus: NotRequired[str | None]
    """State of the CRM connection, for example AUTHENTICATED."""
    calendarAuthStatus: NotRequired[str | None]
    """State of the calendar connection, for example AUTHENTICATED."""
    chatUserId: NotRequired[str | None]
    """Identifier of the user in the chat system."""
    title: NotRequired[str | None]
    """Job title."""
    crmDepartment: NotRequired[str | None]
    """Department in the CRM."""
    crmUserRole: NotRequired[str | None]
    """Role in the CRM."""
    licenseAssignedAt: NotRequired[str | None]
    """When the license was assigned."""
    role: NotRequired[str | None]
    """One of VIEWER, EDITOR, ORGANIZATION_ADMIN, USER_ADMIN, USER, in any case."""
    licenseAdded: NotRequired[bool | None]
    """Whether the user holds a license; false by default."""


class UserPage(TypedDict):
    users: list[User]
    pageCount: int
    """Total number of pages for the query; 0 if nothing matches."""


class View(TypedDict):
    id: str
    """Identifier of the view."""
    list: ListWithViews
    name: str
    """Name of the view. The views that a key has of a list have different names, without regard to case."""
    query: str
    """Filters and sorting, as the query in the URL of the list in the console, without the question mark. It is kept as it is."""
    createdAt: str
    """When it was created."""
    updatedAt: str
    """When it was last saved."""


class ViewContent(TypedDict):
    list: ListWithViews
    name: str
    """Name of the view. The views that a key has of a list have different names, without regard to case."""
    query: str
    """Filters and sorting, as the query in the URL of the list in the console, without the question mark. It is kept as it is."""


class ViewList(TypedDict):
    views: list[View]


class Votes(TypedDict):
    """The votes of the model in a borderline case, its first verdict included; omitted if it was asked only once. Votes that are not proven by a quote count as votes that the signal does not fire."""

    fired: int
    """Votes that the signal fires."""
    notFired: int
    """Votes that it does not."""


WebhookSignalId: TypeAlias = int
"""Identifier of a signal."""


class Webhook(TypedDict):
    id: str
    """Identifier of the webhook."""
    url: str
    """The URL that messages are posted to."""
    description: NotRequired[str]
    """A note for people."""
    types: list[Literal["meeting", "email", "execution", "signal", "user"]]
    """The types of entities whose changes are sent."""
    signalIds: NotRequired[list[WebhookSignalId]]
    """Only executions of these signals are sent. An empty list stands for all signals."""
    format: Literal["standard", "slack"]
    """`standard`: messages as Standard Webhooks specifies. `slack`: a new match of a signal as text for an incoming webhook of Slack."""
    signing: Literal["hmac", "ed25519"]
    """`hmac`: signatures `v1` with a shared secret, which every library for Standard Webhooks verifies. `ed25519`: signatures `v1a`, which are verified with a public key."""
    publicKey: NotRequired[str]
    """The public key that verifies signatures `v1a`: `whpk_` and base64."""
    previousPublicKeys: NotRequired[list[str]]
    """Earlier keys that still sign, because the key was changed less than 24 hours ago."""
    previousKeysUntil: NotRequired[str]
    """When the last of the earlier keys ceases to sign."""
    enabled: bool
    """Whether messages are sent. A webhook that is enabled again goes on where it stopped."""
    state: Literal["active", "retrying", "failing", "disabled"]
    """`active`: the latest attempt succeeded, or there was none. `retrying`: attempts have failed since the last one that succeeded. `failing`: for 5 days only; one attempt an hour is made until one succeeds. `disabled`: nothing is sent."""
    reason: NotRequired[str]
    """Why the latest attempt failed, or why the webhook was disabled."""
    cursor: str
    """The place in the feed of changes that the webhook has reached; it can be given to `after` of GET /v1/changes."""
    behind: int
    """The number of changes after that place, of all types."""
    pending: int
    """The number of changes up to that place whose delivery failed and is tried again."""
    lagSeconds: int
    """The age of the oldest change that is not delivered yet; 0 if there is none."""
    missed: NotRequired[MissedChanges]
    pausedUntil: NotRequired[str]
    """Nothing is sent before this time, because the receiver asked for a pause (Retry-After), it is taken to be away and is tried with single messages, or 1,000 changes wait to be sent again."""
    failingSince: NotRequired[str]
    """When the first of the failures in a row happened."""
    lastSuccessAt: NotRequired[str]
    """When an attempt succeeded last."""
    lastFailureAt: NotRequired[str]
    """When an attempt failed last."""
    createdAt: str
    """When it was created."""
    updatedAt: str
    """When its settings or its key were changed last."""


class WebhookDelivery(TypedDict):
    id: str
    """Identifier of the attempt."""
    messageId: str
    """The header `webhook-id`, which is the same for all attempts of a message."""
    type: str
    """What the message is about, such as `meeting.updated`, or `webhook.test`."""
    entityId: NotRequired[str]
    """Identifier of the entity that changed."""
    position: NotRequired[str]
    """Position of the change in the feed."""
    replayAfter: NotRequired[str]
    """The cursor before the change: given to `after` of a replay, it sends this change and all that follow again."""
    attempt: int
    """Number of the attempt, counted from 1."""
    status: Literal["succeeded", "failed"]
    """Whether the attempt succeeded."""
    httpStatus: NotRequired[int]
    """The HTTP status, if the receiver answered."""
    error: NotRequired[str]
    """Why the attempt failed."""
    ms: int
    """How long the attempt took, in milliseconds."""
    answer: NotRequired[str]
    """The first 2 KiB of the answer. Receivers may answer with what they were sent, so a key sees it if it has the scope of the entity that changed."""
    at: str
    """When the attempt began."""
    nextAttemptAt: NotRequired[str]
    """When the message is sent again, at the earliest."""


class WebhookList(TypedDict):
    webhooks: list[Webhook]


WebhookWithSecretSignalId: TypeAlias = int
"""Identifier of a signal."""


class WebhookWithSecret(TypedDict):
    id: str
    """Identifier of the webhook."""
    url: str
    """The URL that messages are posted to."""
    description: NotRequired[str]
    """A note for people."""
    types: list[Literal["meeting", "email", "execution", "signal", "user"]]
    """The types of entities whose changes are sent."""
    signalIds: NotRequired[list[WebhookWithSecretSignalId]]
    """Only executions of these signals are sent. An empty list stands for all signals."""
    format: Literal["standard", "slack"]
    """`standard`: messages as Standard Webhooks specifies. `slack`: a new match of a signal as text for an incoming webhook of Slack."""
    signing: Literal["hmac", "ed25519"]
    """`hmac`: signatures `v1` with a shared secret, which every library for Standard Webhooks verifies. `ed25519`: signatures `v1a`, which are verified with a public key."""
    publicKey: NotRequired[str]
    """The public key that verifies signatures `v1a`: `whpk_` and base64."""
    previousPublicKeys: NotRequired[list[str]]
    """Earlier keys that still sign, because the key was changed less than 24 hours ago."""
    previousKeysUntil: NotRequired[str]
    """When the last of the earlier keys ceases to sign."""
    enabled: bool
    """Whether messages are sent. A webhook that is enabled again goes on where it stopped."""
    state: Literal["active", "retrying", "failing", "disabled"]
    """`active`: the latest attempt succeeded, or there was none. `retrying`: attempts have failed since the last one that succeeded. `failing`: for 5 days only; one attempt an hour is made until one succeeds. `disabled`: nothing is sent."""
    reason: NotRequired[str]
    """Why the latest attempt failed, or why the webhook was disabled."""
    cursor: str
    """The place in the feed of changes that the webhook has reached; it can be given to `after` of GET /v1/changes."""
    behind: int
    """The number of changes after that place, of all types."""
    pending: int
    """The number of changes up to that place whose delivery failed and is tried again."""
    lagSeconds: int
    """The age of the oldest change that is not delivered yet; 0 if there is none."""
    missed: NotRequired[MissedChanges]
    pausedUntil: NotRequired[str]
    """Nothing is sent before this time, because the receiver asked for a pause (Retry-After), it is taken to be away and is tried with single messages, or 1,000 changes wait to be sent again."""
    failingSince: NotRequired[str]
    """When the first of the failures in a row happened."""
    lastSuccessAt: NotRequired[str]
    """When an attempt succeeded last."""
    lastFailureAt: NotRequired[str]
    """When an attempt failed last."""
    createdAt: str
    """When it was created."""
    updatedAt: str
    """When its settings or its key were changed last."""
    secret: NotRequired[str]
    """With `hmac`: the secret that signs, `whsec_` and base64. It is shown in this response only. With `ed25519` there is none."""


class Ai(TypedDict):
    provider: Literal["builtin", "openai-compatible", "anthropic"]
    """The value of PARLEY_AI_PROVIDER."""
    providerTitle: str
    """The display name of the provider."""
    model: str
    """The model."""
    today: AiToday
    tokensPerDay: NotRequired[int]
    """The organization's budget; omitted if there is none."""
    isBudgetUsedUp: bool
    """Whether calls are deferred to the next day."""
    nextDayAt: str
    """When counting starts again."""
    settings: list[AiSetting]
    """The environment variables that configure AI providers. They are read when Parley starts."""


class Answer(TypedDict):
    sentences: list[AskSentence]
    """The answer, in the order in which it is to be read; empty if nothing was found."""
    coverage: AskCoverage
    hint: NotRequired[str]
    """Why no meeting is in scope, if the organization has none of salesforceAccountId; otherwise omitted."""
    dropped: int
    """Number of sentences that were left out, because no transcript has their quotes."""
    provider: str
    """AI provider of the answer; `builtin` answers with extracts of what was said."""
    model: NotRequired[str]
    """Its model."""
    tokens: NotRequired[AskTokens]


class AuditPage(TypedDict):
    records: list[AuditRecord]
    nextBefore: NotRequired[int]
    """Requests the next page; omitted on the last one."""


class BacktestComparison(TypedDict):
    """Compares the draft with the current version of its signal. A meeting that one of the two could not evaluate counts in none of both, onlyDraft, onlyCurrent and neither."""

    current: BacktestTally
    both: int
    """Meetings in which both fire."""
    onlyDraft: int
    """Meetings in which only the draft fires."""
    onlyCurrent: int
    """Meetings in which only the current version fires."""
    neither: int
    """Meetings in which neither fires."""


class BacktestCurrentOutcome(TypedDict):
    """The result of the version with which the draft is compared."""

    state: Literal["fired", "not_fired", "failed"]
    """The result."""
    reason: str
    """Why it fires or not, or why it failed."""
    quotes: list[Quote]
    """The evidence."""
    confidence: NotRequired[float]
    """How probable it is, by the estimate of the model, that its first verdict is right; omitted if it gave none."""
    votes: NotRequired[Votes]
    evaluationId: str
    """Identifier of the evaluation, for labels."""


class BacktestCurrentQuality(TypedDict):
    """Of the version with which it is compared."""

    labels: LabelCounts
    precision: NotRequired[Precision]
    recall: NotRequired[Recall]


class BacktestDraftOutcome(TypedDict):
    """The result of the draft."""

    state: Literal["fired", "not_fired", "failed"]
    """The result."""
    reason: str
    """Why it fires or not, or why it failed."""
    quotes: list[Quote]
    """The evidence."""
    confidence: NotRequired[float]
    """How probable it is, by the estimate of the model, that its first verdict is right; omitted if it gave none."""
    votes: NotRequired[Votes]
    evaluationId: str
    """Identifier of the evaluation, for labels."""


class BacktestDraftQuality(TypedDict):
    """Of the draft."""

    labels: LabelCounts
    precision: NotRequired[Precision]
    recall: NotRequired[Recall]


class BacktestDryRun(TypedDict):
    dryRun: bool
    """Always true: nothing was started."""
    estimate: BacktestEstimateToday


class BacktestQuality(TypedDict):
    """Compares both on the labelled meetings alone; omitted if there are none, and in lists. Conversations in which the signal did not fire are labelled less often, so recall is higher than in the quality of the signal."""

    meetings: int
    """Meetings whose labels say something about both."""
    improved: int
    """Those in which only the draft is right."""
    worsened: int
    """Those in which only the current version is right."""
    draft: BacktestDraftQuality
    current: BacktestCurrentQuality


class BacktestResult(TypedDict):
    meetingId: str
    """Identifier of the meeting."""
    title: str
    """Its title."""
    startTime: str
    """When it started, in UTC."""
    draft: BacktestDraftOutcome
    current: NotRequired[BacktestCurrentOutcome]


class BacktestResultPage(TypedDict):
    results: list[BacktestResult]
    pageCount: int
    """Total number of pages for the query; 0 if nothing matches."""


class Calibration(TypedDict):
    """What labels of all versions say about the confidence of the present model; omitted if the AI provider is not a model."""

    model: str
    """The model."""
    votesBelow: float
    """The confidence below which its verdicts are voted on."""
    bands: list[ConfidenceBand]


class CreateKey(TypedDict):
    name: str
    """Purpose of the key."""
    scopes: list[Scope]
    expiresAt: NotRequired[str | None]
    """When it expires: at the latest when the calling key does, which is also the default. Without a default, it never expires."""


class CrmRecordPage(TypedDict):
    records: list[NamedCrmRecord]
    pageCount: int
    """Total number of pages for the query; 0 if nothing matches."""


class DefinitionExecution(TypedDict):
    executionId: NotRequired[int]
    """Identifier of the execution, as used in requests for evidence; only if requested."""
    signalId: int
    """Identifier of the signal."""
    signalName: str
    """Name of the signal at that time."""
    triggeredAt: str
    """Time of the evaluation, in UTC."""
    sourceTitle: str
    """Title of the meeting, or subject of the e-mail."""
    prompt: str
    """Prompt of the version that was evaluated."""
    reason: str
    """Why it fired."""
    hostEmail: str
    """Host of the meeting, or sender of the e-mail."""
    attendeeEmails: list[str]
    """Attendees of the meeting, or recipients of the e-mail."""
    crmAccountId: NotRequired[str]
    """CRM account at that time."""
    crmAccountName: NotRequired[str]
    """Its name."""
    crmOpportunityId: NotRequired[str]
    """CRM opportunity at that time."""
    crmOpportunityName: NotRequired[str]
    """Its name."""
    crmLeadId: NotRequired[str]
    """CRM lead at that time."""
    crmLeadName: NotRequired[str]
    """Its name."""
    sourceId: int
    """Identifier of the meeting."""
    sourceType: Literal["meeting"]
    """Always a meeting."""
    followUpPrompts: NotRequired[list[FollowUpOutput]]
    """Answers to the follow-up prompts; only if requested."""


class DefinitionExecutionPage(TypedDict):
    signals: list[DefinitionExecution]
    pageCount: int
    """Total number of pages for the query; 0 if nothing matches."""


class Evaluation(TypedDict):
    signalId: int
    """Identifier of the signal."""
    signalName: str
    """Its name now."""
    version: int
    """Version of the signal that was or will be evaluated."""
    state: Literal["fired", "not_fired", "failed", "pending"]
    """The result."""
    evaluationId: NotRequired[str]
    """Identifier of the evaluation, for labels; omitted if the signal has not been evaluated yet."""
    reason: NotRequired[str]
    """Why it fired or not, or why it failed."""
    executionId: NotRequired[int]
    """Its execution, if it fired."""
    evaluatedAt: NotRequired[str]
    """Time of the evaluation, in UTC."""
    provider: NotRequired[str]
    """AI provider of the evaluation; `phrases` if the phrases of the signal decided."""
    model: NotRequired[str]
    """Its model; `exact` for phrases."""
    confidence: NotRequired[float]
    """How probable it is, by the estimate of the model, that its first verdict is right; omitted if it gave none."""
    votes: NotRequired[Votes]
    quotes: list[Quote]
    """The evidence."""


class EvaluationToLabel(TypedDict):
    evaluationId: str
    """Identifier of the evaluation."""
    state: Literal["fired", "not_fired"]
    """The result."""
    reason: str
    """Why it fired or not."""
    quotes: list[Quote]
    """The evidence; empty if it did not fire."""
    confidence: NotRequired[float]
    """How probable it is, by the estimate of the model, that its first verdict is right; omitted if it gave none."""
    votes: NotRequired[Votes]
    sourceType: Literal["meeting", "email"]
    """Kind of the conversation."""
    sourceId: str
    """Identifier of the meeting or e-mail: a whole number as text."""
    sourceTitle: str
    """Title of the meeting or subject of the e-mail."""
    sourceTime: str
    """When the meeting started or the e-mail was sent."""


class EvaluationsToLabel(TypedDict):
    version: int
    """The version."""
    total: int
    """Evaluations left to label, including those listed."""
    evaluations: list[EvaluationToLabel]


class Evidence(TypedDict):
    executionId: int
    """Identifier of the execution."""
    evaluationId: str
    """Identifier of the evaluation, for labels."""
    signalId: int
    """Identifier of the signal."""
    version: int
    """Version of the signal that was evaluated."""
    provider: str
    """AI provider of the evaluation; `phrases` if the phrases of the signal decided."""
    model: str
    """Its model; `exact` for phrases."""
    triggeredAt: str
    """Time of the evaluation, in UTC."""
    sourceType: Literal["meeting", "email"]
    """Kind of the conversation."""
    sourceId: str
    """Identifier of the meeting or e-mail: a whole number as text."""
    reason: str
    """Why it fired."""
    superseded: bool
    """Whether the conversation has been evaluated again since; the lists no longer show this execution."""
    confidence: NotRequired[float]
    """How probable it is, by the estimate of the model, that its first verdict is right; omitted if it gave none."""
    votes: NotRequired[Votes]
    quotes: list[Quote]
    """The evidence."""


class ExampleSignal(TypedDict):
    signal: ExampleSignalBody
    quality: ExampleSignalQuality


class ExampleSignalList(TypedDict):
    languages: list[str]
    examples: list[ExampleSignal]


class Execution(TypedDict):
    executionId: int
    """Identifier of the execution, as used in requests for evidence."""
    signalId: int
    """Identifier of the signal."""
    signalName: str
    """Name of the signal at that time."""
    triggeredAt: str
    """Time of the evaluation, in UTC."""
    sourceTitle: str
    """Title of the meeting, or subject of the e-mail."""
    prompt: str
    """Prompt of the version that was evaluated."""
    reason: str
    """Why it fired."""
    hostEmail: str
    """Host of the meeting, or sender of the e-mail."""
    attendeeEmails: list[str]
    """Attendees of the meeting, or recipients of the e-mail."""
    crmAccountId: NotRequired[str]
    """CRM account at that time."""
    crmAccountName: NotRequired[str]
    """Its name."""
    crmOpportunityId: NotRequired[str]
    """CRM opportunity at that time."""
    crmOpportunityName: NotRequired[str]
    """Its name."""
    crmLeadId: NotRequired[str]
    """CRM lead at that time."""
    crmLeadName: NotRequired[str]
    """Its name."""
    sourceId: int
    """Identifier of the meeting or, by `sourceType`, of the e-mail."""
    sourceType: Literal["meeting", "email"]
    """Kind of the conversation."""
    sourceTime: NotRequired[str]
    """Start of the meeting, or time of the e-mail, in UTC; only if requested."""
    quotes: NotRequired[list[Quote]]
    """Its proof; only if requested."""
    confidence: NotRequired[float]
    """How probable it is, by the estimate of the model, that its first verdict is right; omitted if it gave none."""
    votes: NotRequired[Votes]
    followUpPrompts: NotRequired[list[FollowUpOutput]]
    """Answers to the follow-up prompts; only if requested."""


class ExecutionPage(TypedDict):
    signals: list[Execution]
    pageCount: int
    """Total number of pages for the query; 0 if nothing matches."""


class Export(TypedDict):
    """An export; `manifest` is there once it is done."""

    id: str
    """Identifier of the export: a whole number as text."""
    state: Literal["pending", "running", "done", "failed"]
    """`pending` until it begins. A `failed` export says why in `reason`."""
    format: Literal["ndjson", "parquet"]
    """Format of the files."""
    types: list[Literal["meeting", "email", "execution", "signal", "user"]]
    """The types that it contains."""
    includeTranscripts: bool
    """Whether its meetings contain their transcripts."""
    after: NotRequired[str]
    """The cursor after which it exports changes; omitted if it exports everything."""
    progress: ExportProgress
    reason: NotRequired[str]
    """Why it failed."""
    createdAt: str
    """When it was requested."""
    finishedAt: NotRequired[str]
    """When it was done or failed."""
    expiresAt: NotRequired[str]
    """When it will be deleted with its files."""
    manifest: NotRequired[ExportManifest]


class ExportHead(TypedDict):
    id: str
    """Identifier of the export: a whole number as text."""
    state: Literal["pending", "running", "done", "failed"]
    """`pending` until it begins. A `failed` export says why in `reason`."""
    format: Literal["ndjson", "parquet"]
    """Format of the files."""
    types: list[Literal["meeting", "email", "execution", "signal", "user"]]
    """The types that it contains."""
    includeTranscripts: bool
    """Whether its meetings contain their transcripts."""
    after: NotRequired[str]
    """The cursor after which it exports changes; omitted if it exports everything."""
    progress: ExportProgress
    reason: NotRequired[str]
    """Why it failed."""
    createdAt: str
    """When it was requested."""
    finishedAt: NotRequired[str]
    """When it was done or failed."""
    expiresAt: NotRequired[str]
    """When it will be deleted with its files."""


class ExportPage(TypedDict):
    exports: list[ExportHead]
    pageCount: int
    """Total number of pages for the query; 0 if nothing matches."""


class Finding(TypedDict):
    text: str
    """The finding, in a sentence."""
    quotes: list[Quote]
    """The evidence."""


class IngestEmail(TypedDict):
    email: IngestEmailEmail
    processImportedEmail: NotRequired[bool | None]
    """Whether signals are evaluated for the e-mail."""


class IngestMeetingMeetingTranscript(TypedDict):
    """A malformed transcript receives 422."""

    segments: list[TranscriptSegment]
    language: NotRequired[str | None]
    """Language of the transcript, as a BCP 47 tag."""


class IngestMeetingMeeting(TypedDict):
    title: str
    """Title of the meeting."""
    startTime: str
    """Start, with a zone."""
    endTime: str
    """End, with a zone; not before the start."""
    host: IngestMeetingMeetingHost
    id: NotRequired[str | None]
    """The source's own id of the meeting: ingesting the same id again updates it."""
    callUrl: NotRequired[str | None]
    """Where the call took place."""
    recordingUrl: NotRequired[str | None]
    """http(s) URL of the recording."""
    attendees: NotRequired[list[IngestMeetingMeetingAttendee] | None]
    salesforceAccountId: NotRequired[str | None]
    """CRM account; 15-character ids are extended to 18 characters."""
    salesforceOpportunityId: NotRequired[str | None]
    """CRM opportunity; 15-character ids are extended to 18 characters."""
    externalIds: NotRequired[list[IngestMeetingMeetingExternalId] | None]
    """Ids of the meeting in other systems."""
    transcript: NotRequired[IngestMeetingMeetingTranscript | None]
    """A malformed transcript receives 422."""


class Key(TypedDict):
    id: int
    """Identifier of the key."""
    name: str
    """Purpose of the key."""
    scopes: list[Scope]
    createdBy: NotRequired[int]
    """Identifier of the key that created it. Absent if the command line or the first start created it, and for the first key of an organization."""
    createdAt: str
    """When it was created."""
    expiresAt: NotRequired[str]
    """When it expires; never later than the key that created it."""
    revokedAt: NotRequired[str]
    """When it was revoked."""
    lastUsedAt: NotRequired[str]
    """When it was last used, to the minute."""


class KeyList(TypedDict):
    keys: list[Key]


class KeyWithSecret(TypedDict):
    id: int
    """Identifier of the key."""
    name: str
    """Purpose of the key."""
    scopes: list[Scope]
    createdBy: NotRequired[int]
    """Identifier of the key that created it. Absent if the command line or the first start created it, and for the first key of an organization."""
    createdAt: str
    """When it was created."""
    expiresAt: NotRequired[str]
    """When it expires; never later than the key that created it."""
    revokedAt: NotRequired[str]
    """When it was revoked."""
    lastUsedAt: NotRequired[str]
    """When it was last used, to the minute."""
    key: str
    """The key itself; it is not shown again."""


class Label(TypedDict):
    evaluationId: str
    """Identifier of the evaluation."""
    signalId: int
    """Identifier of its signal."""
    verdict: LabelVerdict
    note: NotRequired[str]
    """Why."""
    drawn: bool
    """Whether recall is estimated from it: the evaluation did not fire, and was among the next in the random order of those."""
    labelledAt: str
    """When it was given or changed."""


class LabelContent(TypedDict):
    verdict: LabelVerdict
    note: NotRequired[str | None]
    """Why."""


class MeetingActivity(TypedDict):
    days: list[MeetingDay]


class MeetingEvaluations(TypedDict):
    processing: Processing
    evaluations: list[Evaluation]
    """The newest evaluation of each signal that applies to the meeting, by signalId."""


class MeetingTranscript(TypedDict):
    """Present only if the meeting has one."""

    entries: list[TranscriptEntry]


class MeetingWithRecording(TypedDict):
    id: str
    """Meeting identifier: a whole number as text."""
    title: str
    """Title of the meeting."""
    startTime: str
    """Start, in UTC."""
    endTime: str
    """End, in UTC."""
    host: MeetingWithRecordingHost
    """The host of the meeting; not repeated among the attendees."""
    attendees: list[Attendee]
    """The attendees."""
    transcript: NotRequired[MeetingTranscript]
    crmAccountId: NotRequired[str]
    """CRM account."""
    crmLeadId: NotRequired[str]
    """CRM lead."""
    crmCaseId: NotRequired[str]
    """CRM case."""
    crmOpportunityId: NotRequired[str]
    """CRM opportunity."""
    downloadUrl: NotRequired[str]
    """Temporary pre-signed URL of the recording; only if requested and a recording is stored."""
    downloadUrlExpiresAt: NotRequired[str]
    """When downloadUrl expires: 2 hours after the response."""
    recording: Recording
    hasTranscript: NotRequired[bool]
    """Whether there is a transcript; only if transcripts are omitted."""


class NextStep(TypedDict):
    text: str
    """Kind of the job."""
    owner: NotRequired[str]
    """The owner, as named in the meeting."""
    quotes: list[Quote]
    """The evidence."""


class OpenNextStep(TypedDict):
    text: str
    """The task."""
    owner: NotRequired[str]
    """The owner, as named in the meeting."""
    meetingId: str
    """The meeting in which it was agreed."""
    title: str
    """Title of the meeting."""
    startTime: str
    """Start of the meeting."""
    provider: str
    """The provider that found it. What `builtin` finds are sentences that may be next steps."""
    quotes: list[Quote]
    """Its proof."""


class PutUsers(TypedDict):
    users: list[UserInput]


class Session(TypedDict):
    organization: SessionOrganization
    keyId: int
    """The key that was used to sign in."""
    keyName: str
    """Purpose of the key."""
    scopes: list[Scope]
    expiresAt: str
    """When the session expires."""


class SignalActivity(TypedDict):
    days: list[SignalDay]
    judged: NotRequired[list[SignalJudged]]
    """The conversations evaluated, by signal; only if requested."""


class SignalQuality(TypedDict):
    signalId: int
    """Identifier of the signal."""
    version: int
    """The version."""
    evaluations: QualityEvaluations
    labelled: QualityLabelled
    labels: LabelCounts
    precision: NotRequired[Precision]
    recall: NotRequired[Recall]
    agreement: NotRequired[Agreement]
    calibration: NotRequired[Calibration]


class TriedSignal(TypedDict):
    fired: bool
    """Whether it fires in the meeting."""
    reason: str
    """Why it fires or not."""
    quotes: list[Quote]
    """The evidence."""
    followUps: list[FollowUpOutput]
    """Answers to the follow-up prompts, if it fires."""
    provider: str
    """AI provider of the evaluation; `phrases` if phrases decided."""
    model: str
    """Its model; `exact` for phrases."""
    confidence: NotRequired[float]
    """How probable it is, by the estimate of the model, that its first verdict is right; omitted if it gave none."""
    votes: NotRequired[Votes]
    inputTokens: NotRequired[int]
    """Input tokens; omitted if no model was called."""
    outputTokens: NotRequired[int]
    """Output tokens; omitted if no model was called."""


class WebhookDeliveries(TypedDict):
    deliveries: list[WebhookDelivery]
    nextBefore: NotRequired[str]
    """Requests the next page; omitted on the last one."""


class AccountDetail(TypedDict):
    id: str
    """CRM id of the account."""
    name: NotRequired[str]
    """Its name, if the CRM record is known."""
    domains: list[str]
    """Its mail domains, if they are known."""
    meetingCount: int
    """Its meetings."""
    emailCount: int
    """Its e-mails."""
    firstAt: str
    """Start of its first meeting, or time of its first e-mail."""
    lastAt: str
    """Start of its last meeting, or time of its last e-mail."""
    people: list[PersonOfAccount]
    """People of the account, last contact first; at most 100."""
    signals: list[SignalOfAccount]
    """Signals that matched, the most frequent first; empty for a key without the scope `signals:read`."""
    openNextSteps: list[OpenNextStep]
    """Next steps of the 20 newest meetings whose summary has any, newest first."""
    opportunities: list[AccountDetailOpportunity]
    """Opportunities of its meetings and e-mails, by name."""


Backtest = TypedDict(
    "Backtest",
    {
        "backtestId": int,
        "signalId": NotRequired[int],
        "version": NotRequired[int],
        "draft": BacktestDraft,
        "from": NotRequired[str],
        "to": NotRequired[str],
        "state": Literal["running", "done", "failed"],
        "note": NotRequired[str],
        "createdAt": str,
        "finishedAt": NotRequired[str],
        "estimate": BacktestEstimate,
        "meetings": int,
        "judged": int,
        "draftResult": BacktestTally,
        "comparison": NotRequired[BacktestComparison],
        "quality": NotRequired[BacktestQuality],
        "tokens": BacktestTokens,
    },
)


class BacktestPage(TypedDict):
    backtests: list[Backtest]
    pageCount: int
    """Total number of pages for the query; 0 if nothing matches."""


class BacktestResultsToLabel(TypedDict):
    total: int
    """Evaluations left to label, including those listed."""
    evaluations: list[EvaluationToLabel]


class IngestMeeting(TypedDict):
    meeting: IngestMeetingMeeting
    processImportedMeeting: NotRequired[bool | None]
    """Whether the meeting is summarized and its signals are evaluated."""


class Meeting(TypedDict):
    id: str
    """Meeting identifier: a whole number as text."""
    title: str
    """Title of the meeting."""
    startTime: str
    """Start, in UTC."""
    endTime: str
    """End, in UTC."""
    host: MeetingHost
    """The host of the meeting; not repeated among the attendees."""
    attendees: list[Attendee]
    """The attendees."""
    transcript: NotRequired[MeetingTranscript]
    crmAccountId: NotRequired[str]
    """CRM account."""
    crmLeadId: NotRequired[str]
    """CRM lead."""
    crmCaseId: NotRequired[str]
    """CRM case."""
    crmOpportunityId: NotRequired[str]
    """CRM opportunity."""
    downloadUrl: NotRequired[str]
    """Temporary pre-signed URL of the recording; only if requested and a recording is stored."""
    downloadUrlExpiresAt: NotRequired[str]
    """When downloadUrl expires: 2 hours after the response."""
    signals: NotRequired[list[FiredSignal]]
    """The signals that fired in the meeting, by name; only if requested and any did."""
    hasTranscript: NotRequired[bool]
    """Whether there is a transcript; only if transcripts are omitted."""


class MeetingPage(TypedDict):
    meetings: list[Meeting]
    pageCount: int
    """Total number of pages for the query; 0 if nothing matches."""
    next: NotRequired[str]
    """Value of `after` for the next page; only if `after` was given and further meetings follow."""


class MeetingSummary(TypedDict):
    meetingId: str
    """Identifier of the meeting: a whole number as text."""
    generatedAt: str
    """When it was created, in UTC."""
    provider: str
    """AI provider that wrote it."""
    model: str
    """Its model."""
    text: str
    """The whole summary as plain text; a part without findings is `None identified`. Of the built-in provider, which has no model, the headings are `Possible decisions`, `Possible next steps`, `Possible questions` and `Keywords`."""
    decisions: list[Finding]
    """Decisions."""
    nextSteps: list[NextStep]
    """Next steps and their owners."""
    openQuestions: list[Finding]
    """Questions that were not answered."""
    topics: list[Topic]
    """Topics, in the order of the conversation."""


IngestMeetingMeetingAttendees: TypeAlias = IngestMeetingMeetingAttendee
IngestMeetingMeetingAttendees1: TypeAlias = IngestMeetingMeetingAttendee
MeetingWithRecordingTranscript: TypeAlias = MeetingTranscript
NewKey: TypeAlias = KeyWithSecret
NewOrganization: TypeAlias = OrganizationWithKey
