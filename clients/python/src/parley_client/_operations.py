# Generated from openapi.json by clients/python/scripts/generate.py: change the endpoints, not this file.
# openapi.json has the SHA-256 77a9a5a776dffcb3236b49ab7a97ea376ce6bf91ee53ec48cbd72cafb8d27caa.
"""The calls of Parley's operations."""
# ruff: noqa: A002

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from parley_client import models
from parley_client._call import Call, Content, Timestamp, segment


def list_meetings(
    *,
    from_: Timestamp,
    to: Timestamp | None = None,
    page_number: int | None = None,
    page_size: int | None = None,
    salesforce_account_id: str | None = None,
    salesforce_opportunity_id: str | None = None,
    attendee_email_addresses: Sequence[str] | None = None,
    source_types: str | Sequence[str] | None = None,
    signal_ids: Sequence[int] | None = None,
    sort: Literal["startTime", "title"] | None = None,
    order: Literal["asc", "desc"] | None = None,
    after: str | None = None,
    include_transcript: bool | None = None,
    include_download_url: bool | None = None,
    include_signals: bool | None = None,
) -> Call[models.MeetingPage]:
    """List meetings. Scope: meetings:read."""
    return Call(
        "GET",
        "/v1/meetings",
        query={
            "from": from_,
            "to": to,
            "pageNumber": page_number,
            "pageSize": page_size,
            "salesforceAccountId": salesforce_account_id,
            "salesforceOpportunityId": salesforce_opportunity_id,
            "attendeeEmailAddresses": attendee_email_addresses,
            "sourceTypes": source_types,
            "signalIds": signal_ids,
            "sort": sort,
            "order": order,
            "after": after,
            "includeTranscript": include_transcript,
            "includeDownloadUrl": include_download_url,
            "includeSignals": include_signals,
        },
    )


def get_meeting(
    id: int | str, *, include_transcript: bool | None = None, include_download_url: bool | None = None
) -> Call[models.MeetingWithRecording]:
    """Get a meeting. Scope: meetings:read."""
    return Call(
        "GET",
        f"/v1/meetings/{segment(id)}",
        query={"includeTranscript": include_transcript, "includeDownloadUrl": include_download_url},
    )


def delete_meeting(id: int | str) -> Call[None]:
    """Delete a meeting. Scope: admin."""
    return Call("DELETE", f"/v1/meetings/{segment(id)}")


def list_meeting_versions(
    id: int | str, *, page_size: int | None = None, before: int | None = None
) -> Call[models.MeetingVersions]:
    """List the versions of a meeting. Scope: meetings:read."""
    return Call("GET", f"/v1/meetings/{segment(id)}/versions", query={"pageSize": page_size, "before": before})


def get_meeting_version(
    id: int | str, version: int | str, *, include_download_url: bool | None = None
) -> Call[models.MeetingWithRecording]:
    """Get a version of a meeting. Scope: meetings:read."""
    return Call(
        "GET",
        f"/v1/meetings/{segment(id)}/versions/{segment(version)}",
        query={"includeDownloadUrl": include_download_url},
    )


def restore_meeting_version(id: int | str, version: int | str) -> Call[models.MeetingVersion]:
    """Restore a version of a meeting. Scope: ingest:write."""
    return Call("POST", f"/v1/meetings/{segment(id)}/versions/{segment(version)}/restore")


def get_transcript(
    id: int | str,
    *,
    format_: Literal["json", "text", "markdown", "vtt", "srt"] | None = None,
    from_entry: int | None = None,
    entries: int | None = None,
    around: int | None = None,
    speaker: str | None = None,
    max_tokens: int | None = None,
) -> Call[models.Transcript | str]:
    """Get a transcript, or a part of it. Scope: meetings:read."""
    return Call(
        "GET",
        f"/v1/meetings/{segment(id)}/transcript",
        query={
            "format": format_,
            "fromEntry": from_entry,
            "entries": entries,
            "around": around,
            "speaker": speaker,
            "maxTokens": max_tokens,
        },
    )


def get_meeting_summary(id: int | str) -> Call[models.MeetingSummary]:
    """Get the summary of a meeting. Scope: meetings:read."""
    return Call("GET", f"/v1/meetings/{segment(id)}/summary")


def list_meeting_evaluations(id: int | str) -> Call[models.MeetingEvaluations]:
    """List the evaluations of a meeting. Scope: signals:read."""
    return Call("GET", f"/v1/meetings/{segment(id)}/evaluations")


def get_meeting_activity(*, from_: Timestamp, to: Timestamp | None = None) -> Call[models.MeetingActivity]:
    """Count meetings by day. Scope: meetings:read."""
    return Call("GET", "/v1/meetings/activity", query={"from": from_, "to": to})


def search(*, query: str, page_size: int | None = None, after: str | None = None) -> Call[models.SearchResult]:
    """Search meetings and people. Scope: meetings:read."""
    return Call("GET", "/v1/search", query={"query": query, "pageSize": page_size, "after": after})


def search_moments(
    *,
    query: str,
    from_: Timestamp | None = None,
    to: Timestamp | None = None,
    salesforce_account_id: str | None = None,
    salesforce_opportunity_id: str | None = None,
    attendee_email_addresses: Sequence[str] | None = None,
    source_types: str | Sequence[str] | None = None,
    speaker: str | None = None,
    side: Literal["internal", "external"] | None = None,
    meeting_id: int | None = None,
    order: Literal["newest", "relevance"] | None = None,
    page_size: int | None = None,
    after: str | None = None,
) -> Call[models.MomentPage]:
    """Search in what was said. Scope: meetings:read."""
    return Call(
        "GET",
        "/v1/moments",
        query={
            "query": query,
            "from": from_,
            "to": to,
            "salesforceAccountId": salesforce_account_id,
            "salesforceOpportunityId": salesforce_opportunity_id,
            "attendeeEmailAddresses": attendee_email_addresses,
            "sourceTypes": source_types,
            "speaker": speaker,
            "side": side,
            "meetingId": meeting_id,
            "order": order,
            "pageSize": page_size,
            "after": after,
        },
    )


def ask(body: models.AskRequest) -> Call[models.Answer]:
    """Ask a question about what was said. Scope: meetings:read."""
    return Call("POST", "/v1/ask", json=body)


def remap_meeting(
    body: models.RemapMeeting,
    *,
    trigger_summary: bool | None = None,
    trigger_ai_signals: bool | None = None,
    idempotency_key: str | None = None,
) -> Call[models.RemapAccepted]:
    """Remap a meeting to CRM records. Scope: remap:write."""
    return Call(
        "POST",
        "/v1/meeting/remap",
        query={"triggerSummary": trigger_summary, "triggerAiSignals": trigger_ai_signals},
        json=body,
        takes_key=True,
        idempotency_key=idempotency_key,
    )


def get_remap(request_id: str) -> Call[models.Remap]:
    """Get the state of a remap. Scope: remap:write."""
    return Call("GET", f"/v1/meeting/remap/{segment(request_id)}")


def undo_remap(request_id: str, *, idempotency_key: str | None = None) -> Call[models.RemapAccepted]:
    """Undo a remap. Scope: remap:write."""
    return Call(
        "POST", f"/v1/meeting/remap/{segment(request_id)}/undo", takes_key=True, idempotency_key=idempotency_key
    )


def list_remaps(id: int | str) -> Call[models.RemapList]:
    """List a meeting's remaps. Scope: meetings:read."""
    return Call("GET", f"/v1/meetings/{segment(id)}/remaps")


def list_signal_prompts() -> Call[models.SignalList]:
    """List signal prompts. Scope: signals:read."""
    return Call("GET", "/v1/signals/prompts")


def list_signal_definitions() -> Call[models.SignalList]:
    """List signal definitions. Scope: signals:read."""
    return Call("GET", "/v2/signals")


def list_example_signals() -> Call[models.ExampleSignalList]:
    """List the example signals. Scope: signals:read."""
    return Call("GET", "/v1/signals/examples")


def list_prompt_executions(
    prompt_id: int | str,
    *,
    execution_from: Timestamp,
    execution_to: Timestamp | None = None,
    page_number: int | None = None,
    page_size: int | None = None,
    include_custom_instructions: bool | None = None,
    include_execution_id: bool | None = None,
) -> Call[models.PromptExecutionPage]:
    """List executions of a signal prompt. Scope: signals:read."""
    return Call(
        "GET",
        f"/v1/signals/{segment(prompt_id)}/executions",
        query={
            "executionFrom": execution_from,
            "executionTo": execution_to,
            "pageNumber": page_number,
            "pageSize": page_size,
            "includeCustomInstructions": include_custom_instructions,
            "includeExecutionId": include_execution_id,
        },
    )


def list_definition_executions(
    definition_id: int | str,
    *,
    execution_from: Timestamp,
    execution_to: Timestamp | None = None,
    page_number: int | None = None,
    page_size: int | None = None,
    include_follow_up_prompts: bool | None = None,
    include_execution_id: bool | None = None,
) -> Call[models.DefinitionExecutionPage]:
    """List executions of a signal definition. Scope: signals:read."""
    return Call(
        "GET",
        f"/v2/signals/{segment(definition_id)}/executions",
        query={
            "executionFrom": execution_from,
            "executionTo": execution_to,
            "pageNumber": page_number,
            "pageSize": page_size,
            "includeFollowUpPrompts": include_follow_up_prompts,
            "includeExecutionId": include_execution_id,
        },
    )


def list_executions(
    *,
    execution_from: Timestamp,
    execution_to: Timestamp | None = None,
    page_number: int | None = None,
    page_size: int | None = None,
    signal_ids: Sequence[int] | None = None,
    source_types: str | Sequence[str] | None = None,
    sort: Literal["triggeredAt", "sourceTime", "signalName"] | None = None,
    order: Literal["asc", "desc"] | None = None,
    include_quotes: bool | None = None,
    include_source_time: bool | None = None,
    include_follow_up_prompts: bool | None = None,
) -> Call[models.ExecutionPage]:
    """List executions of all signals. Scope: signals:read."""
    return Call(
        "GET",
        "/v2/executions",
        query={
            "executionFrom": execution_from,
            "executionTo": execution_to,
            "pageNumber": page_number,
            "pageSize": page_size,
            "signalIds": signal_ids,
            "sourceTypes": source_types,
            "sort": sort,
            "order": order,
            "includeQuotes": include_quotes,
            "includeSourceTime": include_source_time,
            "includeFollowUpPrompts": include_follow_up_prompts,
        },
    )


def get_execution_evidence(prompt_id: int | str, execution_id: int | str) -> Call[models.Evidence]:
    """Get the evidence of an execution. Scope: signals:read."""
    return Call("GET", f"/v1/signals/{segment(prompt_id)}/executions/{segment(execution_id)}/evidence")


def get_signal_coverage(
    prompt_id: int | str, *, from_: Timestamp, to: Timestamp | None = None
) -> Call[models.Coverage]:
    """Get the coverage of a signal. Scope: signals:read."""
    return Call("GET", f"/v1/signals/{segment(prompt_id)}/coverage", query={"from": from_, "to": to})


def get_signal_activity(
    *,
    from_: Timestamp,
    to: Timestamp | None = None,
    clock: Literal["call", "judged"] | None = None,
    include_judged: bool | None = None,
) -> Call[models.SignalActivity]:
    """Count executions by day. Scope: signals:read."""
    return Call(
        "GET", "/v2/signals/activity", query={"from": from_, "to": to, "clock": clock, "includeJudged": include_judged}
    )


def label_evaluation(id: str, body: models.LabelContent) -> Call[models.Label]:
    """Label an evaluation as right or wrong. Scope: signals:read."""
    return Call("PUT", f"/v1/evaluations/{segment(id)}/label", json=body)


def unlabel_evaluation(id: str) -> Call[None]:
    """Take back a label. Scope: signals:read."""
    return Call("DELETE", f"/v1/evaluations/{segment(id)}/label")


def list_evaluations_to_label(
    prompt_id: int | str,
    *,
    version: int | None = None,
    state: Literal["fired", "not_fired"] | None = None,
    again: bool | None = None,
    limit: int | None = None,
) -> Call[models.EvaluationsToLabel]:
    """List evaluations to label. Scope: signals:read."""
    return Call(
        "GET",
        f"/v1/signals/{segment(prompt_id)}/evaluations/to-label",
        query={"version": version, "state": state, "again": again, "limit": limit},
    )


def get_signal_quality(prompt_id: int | str, *, version: int | None = None) -> Call[models.SignalQuality]:
    """Get the quality of a signal. Scope: signals:read."""
    return Call("GET", f"/v1/signals/{segment(prompt_id)}/quality", query={"version": version})


def try_signal(body: models.TryRequest) -> Call[models.TriedSignal]:
    """Try a draft of a signal on one meeting. Scope: admin and meetings:read."""
    return Call("POST", "/admin/v1/signals/try", json=body)


def backtest_signal(body: models.BacktestRequest) -> Call[models.BacktestDryRun | models.StartedBacktest]:
    """Try a draft of a signal on past meetings. Scope: admin and meetings:read."""
    return Call("POST", "/admin/v1/signals/backtest", json=body)


def list_backtests(*, page_number: int | None = None, page_size: int | None = None) -> Call[models.BacktestPage]:
    """List backtests. Scope: admin and meetings:read."""
    return Call("GET", "/admin/v1/signals/backtests", query={"pageNumber": page_number, "pageSize": page_size})


def get_backtest(id: int | str) -> Call[models.Backtest]:
    """Get a backtest. Scope: admin and meetings:read."""
    return Call("GET", f"/admin/v1/signals/backtests/{segment(id)}")


def delete_backtest(id: int | str) -> Call[None]:
    """Delete a backtest. Scope: admin and meetings:read."""
    return Call("DELETE", f"/admin/v1/signals/backtests/{segment(id)}")


def list_backtest_results(
    id: int | str,
    *,
    page_number: int | None = None,
    page_size: int | None = None,
    outcome: Literal["fired", "not_fired", "failed", "changed"] | None = None,
) -> Call[models.BacktestResultPage]:
    """List a backtest's results. Scope: admin and meetings:read."""
    return Call(
        "GET",
        f"/admin/v1/signals/backtests/{segment(id)}/results",
        query={"pageNumber": page_number, "pageSize": page_size, "outcome": outcome},
    )


def list_backtest_results_to_label(id: int | str, *, limit: int | None = None) -> Call[models.BacktestResultsToLabel]:
    """List results of a backtest to label. Scope: admin and meetings:read."""
    return Call("GET", f"/admin/v1/signals/backtests/{segment(id)}/results/to-label", query={"limit": limit})


def create_signal(body: models.CreateSignal) -> Call[models.Signal]:
    """Create a signal. Scope: admin."""
    return Call("POST", "/admin/v1/signals", json=body)


def get_signal(id: int | str) -> Call[models.Signal]:
    """Get a signal. Scope: admin."""
    return Call("GET", f"/admin/v1/signals/{segment(id)}")


def update_signal(id: int | str, body: models.UpdateSignal) -> Call[models.Signal]:
    """Change a signal. Scope: admin."""
    return Call("PATCH", f"/admin/v1/signals/{segment(id)}", json=body)


def delete_signal(id: int | str) -> Call[None]:
    """Delete a signal. Scope: admin."""
    return Call("DELETE", f"/admin/v1/signals/{segment(id)}")


def list_signal_versions(id: int | str) -> Call[models.SignalVersionList]:
    """List the versions of a signal. Scope: admin."""
    return Call("GET", f"/v1/signals/{segment(id)}/versions")


def list_emails(
    *,
    from_: Timestamp,
    to: Timestamp | None = None,
    page_number: int | None = None,
    page_size: int | None = None,
    salesforce_account_id: str | None = None,
    salesforce_opportunity_id: str | None = None,
    participant_email_addresses: Sequence[str] | None = None,
    query: str | None = None,
) -> Call[models.EmailPage]:
    """List e-mails. Scope: meetings:read."""
    return Call(
        "GET",
        "/v1/emails",
        query={
            "from": from_,
            "to": to,
            "pageNumber": page_number,
            "pageSize": page_size,
            "salesforceAccountId": salesforce_account_id,
            "salesforceOpportunityId": salesforce_opportunity_id,
            "participantEmailAddresses": participant_email_addresses,
            "query": query,
        },
    )


def get_email(id: int | str) -> Call[models.Email]:
    """Get an e-mail. Scope: meetings:read."""
    return Call("GET", f"/v1/emails/{segment(id)}")


def delete_email(id: int | str) -> Call[None]:
    """Delete an e-mail. Scope: admin."""
    return Call("DELETE", f"/v1/emails/{segment(id)}")


def list_views() -> Call[models.ViewList]:
    """List saved views. Scope: meetings:read."""
    return Call("GET", "/v1/views")


def put_view(id: str, body: models.ViewContent) -> Call[models.View]:
    """Save a view. Scope: meetings:read."""
    return Call("PUT", f"/v1/views/{segment(id)}", json=body)


def delete_view(id: str) -> Call[None]:
    """Delete a view. Scope: meetings:read."""
    return Call("DELETE", f"/v1/views/{segment(id)}")


def list_accounts(
    *,
    search: str | None = None,
    order: Literal["name", "recent"] | None = None,
    page_number: int | None = None,
    page_size: int | None = None,
) -> Call[models.AccountPage]:
    """List accounts. Scope: meetings:read."""
    return Call(
        "GET",
        "/v1/accounts",
        query={"search": search, "order": order, "pageNumber": page_number, "pageSize": page_size},
    )


def get_account(crm_account_id: str) -> Call[models.AccountDetail]:
    """Get an account. Scope: meetings:read."""
    return Call("GET", f"/v1/accounts/{segment(crm_account_id)}")


def list_users(
    *,
    page_number: int | None = None,
    page_size: int | None = None,
    license_added: bool | None = None,
    role: Literal["VIEWER", "EDITOR", "ORGANIZATION_ADMIN", "USER_ADMIN", "USER"] | None = None,
) -> Call[models.UserPage]:
    """List users. Scope: users:read."""
    return Call(
        "GET",
        "/v1/users",
        query={"pageNumber": page_number, "pageSize": page_size, "licenseAdded": license_added, "role": role},
    )


def list_changes(
    *,
    after: str | None = None,
    types: str | Sequence[str] | None = None,
    limit: int | None = None,
    wait_seconds: int | None = None,
    include_data: bool | None = None,
) -> Call[models.Changes]:
    """Read what changed. Scope: any of meetings:read, signals:read, users:read."""
    return Call(
        "GET",
        "/v1/changes",
        query={
            "after": after,
            "types": types,
            "limit": limit,
            "waitSeconds": wait_seconds,
            "includeData": include_data,
        },
    )


def create_webhook(body: models.CreateWebhook) -> Call[models.WebhookWithSecret]:
    """Create a webhook. Scope: admin."""
    return Call("POST", "/admin/v1/webhooks", json=body)


def list_webhooks() -> Call[models.WebhookList]:
    """List webhooks. Scope: admin."""
    return Call("GET", "/admin/v1/webhooks")


def get_webhook(id: int | str) -> Call[models.Webhook]:
    """Get a webhook. Scope: admin."""
    return Call("GET", f"/admin/v1/webhooks/{segment(id)}")


def update_webhook(id: int | str, body: models.UpdateWebhook) -> Call[models.Webhook]:
    """Change a webhook. Scope: admin."""
    return Call("PATCH", f"/admin/v1/webhooks/{segment(id)}", json=body)


def delete_webhook(id: int | str) -> Call[None]:
    """Delete a webhook. Scope: admin."""
    return Call("DELETE", f"/admin/v1/webhooks/{segment(id)}")


def rotate_webhook(id: int | str) -> Call[models.WebhookWithSecret]:
    """Change the key of a webhook. Scope: admin."""
    return Call("POST", f"/admin/v1/webhooks/{segment(id)}/rotate")


def test_webhook(id: int | str) -> Call[models.WebhookDelivery]:
    """Send a test message. Scope: admin."""
    return Call("POST", f"/admin/v1/webhooks/{segment(id)}/test")


def list_webhook_deliveries(
    id: int | str,
    *,
    status: Literal["succeeded", "failed"] | None = None,
    page_size: int | None = None,
    before: int | None = None,
) -> Call[models.WebhookDeliveries]:
    """List attempts to deliver. Scope: admin."""
    return Call(
        "GET",
        f"/admin/v1/webhooks/{segment(id)}/deliveries",
        query={"status": status, "pageSize": page_size, "before": before},
    )


def replay_webhook(id: int | str, body: models.ReplayWebhook) -> Call[models.Webhook]:
    """Send changes again. Scope: admin."""
    return Call("POST", f"/admin/v1/webhooks/{segment(id)}/replay", json=body)


def request_export(body: models.ExportRequest) -> Call[models.RequestedExport]:
    """Export everything to files. Scope: any of meetings:read, signals:read, users:read."""
    return Call("POST", "/v1/exports", json=body)


def list_exports(*, page_number: int | None = None, page_size: int | None = None) -> Call[models.ExportPage]:
    """List exports. Scope: any of meetings:read, signals:read, users:read."""
    return Call("GET", "/v1/exports", query={"pageNumber": page_number, "pageSize": page_size})


def get_export(id: int | str) -> Call[models.Export]:
    """Get an export. Scope: any of meetings:read, signals:read, users:read."""
    return Call("GET", f"/v1/exports/{segment(id)}")


def delete_export(id: int | str) -> Call[None]:
    """Delete an export. Scope: any of meetings:read, signals:read, users:read."""
    return Call("DELETE", f"/v1/exports/{segment(id)}")


def ingest_meeting(body: models.IngestMeeting, *, idempotency_key: str | None = None) -> Call[models.IngestedMeeting]:
    """Ingest a meeting. Scope: ingest:write."""
    return Call(
        "POST",
        "/v1/user-provided-meeting",
        json=body,
        on_receiver=True,
        takes_key=True,
        idempotency_key=idempotency_key,
    )


def ingest_meetings(content: Content, *, content_type: str) -> Call[str]:
    """Ingest many meetings. Scope: ingest:write."""
    return Call("POST", "/v1/user-provided-meetings", content=content, content_type=content_type, on_receiver=True)


def ingest_email(body: models.IngestEmail, *, idempotency_key: str | None = None) -> Call[models.IngestedEmail]:
    """Ingest an e-mail. Scope: ingest:write."""
    return Call(
        "POST", "/v1/user-provided-email", json=body, on_receiver=True, takes_key=True, idempotency_key=idempotency_key
    )


def upload_recording(id: int | str, content: Content, *, content_type: str) -> Call[models.UploadedRecording]:
    """Upload a meeting's recording. Scope: ingest:write."""
    return Call(
        "PUT", f"/v1/meetings/{segment(id)}/recording", content=content, content_type=content_type, on_receiver=True
    )


def import_meeting(
    content: Content,
    *,
    content_type: str,
    file_name: str,
    title: str | None = None,
    start_time: Timestamp | None = None,
    end_time: Timestamp | None = None,
    host_email: str | None = None,
    host_name: str | None = None,
    attendees: str | None = None,
    salesforce_account_id: str | None = None,
    salesforce_opportunity_id: str | None = None,
    source_type: Literal[
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
    | None = None,
    external_id: str | None = None,
    defaults: str | Sequence[str] | None = None,
    process_imported_meeting: bool | None = None,
) -> Call[models.ImportedMeeting]:
    """Import the meetings of a file. Scope: ingest:write."""
    return Call(
        "POST",
        "/v1/meetings/import",
        query={
            "fileName": file_name,
            "title": title,
            "startTime": start_time,
            "endTime": end_time,
            "hostEmail": host_email,
            "hostName": host_name,
            "attendees": attendees,
            "salesforceAccountId": salesforce_account_id,
            "salesforceOpportunityId": salesforce_opportunity_id,
            "sourceType": source_type,
            "externalId": external_id,
            "defaults": defaults,
            "processImportedMeeting": process_imported_meeting,
        },
        content=content,
        content_type=content_type,
    )


def list_import_formats() -> Call[models.ImportFormats]:
    """List the formats of files that can be imported. Scope: ingest:write."""
    return Call("GET", "/v1/import-formats")


def put_users(body: models.PutUsers) -> Call[models.PutCounts]:
    """Create or update users. Scope: admin."""
    return Call("PUT", "/admin/v1/users", json=body)


def put_crm_records(body: models.PutCrmRecords) -> Call[models.PutCounts]:
    """Create or update CRM records. Scope: admin."""
    return Call("PUT", "/admin/v1/crm-records", json=body)


def list_crm_records(
    *,
    page_number: int | None = None,
    page_size: int | None = None,
    type_: Literal["ACCOUNT", "OPPORTUNITY", "LEAD", "CASE"] | None = None,
    search: str | None = None,
) -> Call[models.CrmRecordPage]:
    """List CRM records. Scope: admin."""
    return Call(
        "GET",
        "/admin/v1/crm-records",
        query={"pageNumber": page_number, "pageSize": page_size, "type": type_, "search": search},
    )


def get_ai() -> Call[models.Ai]:
    """Get the AI provider and its use today. Scope: admin."""
    return Call("GET", "/admin/v1/ai")


def list_jobs(*, state: Literal["waiting", "active", "dead"] | None = None) -> Call[models.JobList]:
    """List background jobs. Scope: admin."""
    return Call("GET", "/admin/v1/jobs", query={"state": state})


def get_job_summary() -> Call[models.JobSummary]:
    """Count background jobs. Scope: admin."""
    return Call("GET", "/admin/v1/jobs/summary")


def retry_job(id: str) -> Call[None]:
    """Run a dead job again. Scope: admin."""
    return Call("POST", f"/admin/v1/jobs/{segment(id)}/retry")


def create_key(body: models.CreateKey) -> Call[models.KeyWithSecret]:
    """Create an API key. Scope: admin."""
    return Call("POST", "/admin/v1/keys", json=body)


def list_keys() -> Call[models.KeyList]:
    """List API keys. Scope: admin."""
    return Call("GET", "/admin/v1/keys")


def revoke_key(id: int | str, *, cascade: bool | None = None) -> Call[None]:
    """Revoke an API key. Scope: admin."""
    return Call("DELETE", f"/admin/v1/keys/{segment(id)}", query={"cascade": cascade})


def create_organization(body: models.CreateOrganization) -> Call[models.OrganizationWithKey]:
    """Create an organization. Scope: operator."""
    return Call("POST", "/admin/v1/organizations", json=body)


def get_organization() -> Call[models.Organization]:
    """Get the organization. Scope: admin."""
    return Call("GET", "/admin/v1/organization")


def update_organization(body: models.OrganizationChanges) -> Call[models.Organization]:
    """Change the organization. Scope: admin."""
    return Call("PATCH", "/admin/v1/organization", json=body)


def load_demo() -> Call[models.SampleData]:
    """Load sample data. Scope: admin."""
    return Call("POST", "/admin/v1/demo")


def get_demo() -> Call[models.SampleData]:
    """Get the state of the sample data. Scope: admin."""
    return Call("GET", "/admin/v1/demo")


def remove_demo() -> Call[models.SampleData]:
    """Remove the sample data. Scope: admin."""
    return Call("DELETE", "/admin/v1/demo")


def list_audit(
    *,
    page_size: int | None = None,
    before: int | None = None,
    actor: int | None = None,
    action: str | None = None,
    from_: Timestamp | None = None,
    to: Timestamp | None = None,
) -> Call[models.AuditPage]:
    """List changes. Scope: admin."""
    return Call(
        "GET",
        "/admin/v1/audit",
        query={"pageSize": page_size, "before": before, "actor": actor, "action": action, "from": from_, "to": to},
    )


def livez() -> Call[models.Alive]:
    """Check whether the process is alive."""
    return Call("GET", "/livez")


def readyz() -> Call[models.Ready]:
    """Check whether requests can be served."""
    return Call("GET", "/readyz")


def get_metrics() -> Call[str]:
    """Metrics of the process."""
    return Call("GET", "/metrics")


def get_open_api() -> Call[models.OpenApi]:
    """This document."""
    return Call("GET", "/openapi.json")
