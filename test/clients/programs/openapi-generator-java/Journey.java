import com.google.gson.Gson;
import com.google.gson.JsonParser;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.IngestionApi;
import org.openapitools.client.api.MeetingsApi;
import org.openapitools.client.api.RemapApi;
import org.openapitools.client.api.SignalsApi;
import org.openapitools.client.model.*;

/** Walks the journey with the client that openapi-generator makes; test/clients/journey.ts tells what it prints. */
public class Journey {
  private static final OffsetDateTime FIRST = OffsetDateTime.parse("2026-03-01T09:00:00Z");
  private static final String[][] PEOPLE = {
    {"Ada Park", "ada@parley.example"}, {"Grace Lund", "grace@acme.example"}
  };

  public static void main(String[] arguments) throws Exception {
    ApiClient client = new ApiClient();
    client.setBasePath(System.getenv("PARLEY_API"));
    client.setApiKey(System.getenv("PARLEY_KEY"));
    MeetingsApi meetings = new MeetingsApi(client);
    SignalsApi signals = new SignalsApi(client);
    long signal = Long.parseLong(System.getenv("PARLEY_SIGNAL"));

    List<String> ids = new ArrayList<>();
    for (int number = 0; number < 5; number++) {
      // The document names the receiver as the server of this operation.
      ids.add(new IngestionApi(client).ingestMeeting(meeting(number), null).getMeetingId());
    }
    tell("ingest", Map.of("meetingIds", ids));
    long firstId = Long.parseLong(ids.get(0));

    MeetingWithRecording one = meetings.getMeeting(firstId, null, null);
    List<List<String>> attendees = new ArrayList<>();
    for (Attendee person : one.getAttendees()) attendees.add(List.of(person.getName(), person.getEmail()));
    double seconds = one.getTranscript().getEntries().get(0).getTimestampSeconds();
    tell("read", Map.of("attendees", attendees, "seconds", seconds));

    List<String> found = new ArrayList<>();
    int pages = 1;
    for (int number = 1; number <= pages; number++) {
      MeetingPage page =
          meetings.listMeetings(
              FIRST, FIRST.plusDays(30), number, 2, null, null,
              List.of(PEOPLE[0][1], PEOPLE[1][1]), List.of("USER_PROVIDED", "ZOOM"),
              null, null, null, null, null, null, null);
      pages = page.getPageCount();
      page.getMeetings().forEach(meeting -> found.add(meeting.getId()));
    }
    tell("list", Map.of("ids", found, "pages", pages));

    RemapMeeting remap =
        new RemapMeeting()
            .meetingDetails(new RemapMeetingMeetingDetails().serviceMeetingId(firstId))
            .salesforceRecords(new RemapMeetingSalesforceRecords().accountId("0018c00002ABCDEAA5"));
    RemapAccepted accepted = new RemapApi(client).remapMeeting(remap, null, null, null);
    tell("remap", Map.of("accepted", accepted.getAccepted(), "requestId", accepted.getRequestId()));

    List<String> prompts = new ArrayList<>();
    long deadlineMs = System.currentTimeMillis() + 60_000;
    while (prompts.size() < ids.size() && System.currentTimeMillis() < deadlineMs) {
      prompts.clear();
      Thread.sleep(200);
      signals.listPromptExecutions(signal, FIRST, null, null, 50, null, null)
          .getSignals().forEach(execution -> prompts.add(execution.getSourceId()));
    }
    tell("v1", Map.of("sourceIds", prompts));
    List<Long> definitions = new ArrayList<>();
    signals.listDefinitionExecutions(signal, FIRST, null, null, 50, null, null)
        .getSignals().forEach(execution -> definitions.add(execution.getSourceId()));
    tell("v2", Map.of("sourceIds", definitions));

    try {
      meetings.getMeeting(999_999_999L, null, null);
    } catch (ApiException refused) {
      String message = JsonParser.parseString(refused.getResponseBody()).getAsJsonObject().get("error").getAsString();
      tell("error", Map.of("status", refused.getCode(), "message", message));
    }
    System.exit(0);
  }

  private static IngestMeeting meeting(int number) {
    OffsetDateTime start = FIRST.plusDays(number);
    IngestMeetingMeeting meeting =
        new IngestMeetingMeeting()
            .id("call-" + number)
            .title("Call " + number)
            .startTime(start)
            .endTime(start.plusMinutes(30))
            .host(new IngestMeetingMeetingHost().name(PEOPLE[0][0]).email(PEOPLE[0][1]));
    for (String[] person : PEOPLE) {
      meeting.addAttendeesItem(new IngestMeetingMeetingAttendee().name(person[0]).email(person[1]));
    }
    TranscriptSegment segment =
        new TranscriptSegment()
            .text("Shall we start with the numbers?")
            .timestampSeconds(4.25)
            .speaker(new TranscriptSegmentSpeaker().name(PEOPLE[0][0]));
    meeting.transcript(new IngestMeetingMeetingTranscript().addSegmentsItem(segment));
    return new IngestMeeting().meeting(meeting);
  }

  private static void tell(String step, Map<String, ?> facts) {
    Map<String, Object> line = new LinkedHashMap<>(facts);
    line.put("step", step);
    System.out.println(new Gson().toJson(line));
  }
}
