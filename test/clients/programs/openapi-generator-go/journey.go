// Walks the journey with the client that openapi-generator makes; test/clients/journey.ts tells what it prints.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"

	parley "generated"
)

var first = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
var people = [][2]string{{"Ada Park", "ada@parley.example"}, {"Grace Lund", "grace@acme.example"}}

func tell(step string, facts map[string]any) {
	facts["step"] = step
	line, err := json.Marshal(facts)
	check(err)
	fmt.Println(string(line))
}

func check(err error) {
	if err == nil {
		return
	}
	var refused *parley.GenericOpenAPIError
	if errors.As(err, &refused) {
		fmt.Fprintln(os.Stderr, string(refused.Body()))
	}
	panic(err)
}

func main() {
	configuration := parley.NewConfiguration()
	configuration.Servers = parley.ServerConfigurations{{URL: os.Getenv("PARLEY_API")}}
	client := parley.NewAPIClient(configuration)
	key := map[string]parley.APIKey{"ApiKey": {Key: os.Getenv("PARLEY_KEY")}}
	ctx := context.WithValue(context.Background(), parley.ContextAPIKeys, key)
	signal, err := strconv.ParseInt(os.Getenv("PARLEY_SIGNAL"), 10, 64)
	check(err)

	ids := []string{}
	for number := range 5 {
		// The document names the receiver as the server of this operation.
		taken, _, err := client.IngestionAPI.IngestMeeting(ctx).IngestMeeting(meeting(number)).Execute()
		check(err)
		ids = append(ids, taken.MeetingId)
	}
	tell("ingest", map[string]any{"meetingIds": ids})
	firstID, err := strconv.ParseInt(ids[0], 10, 64)
	check(err)

	one, _, err := client.MeetingsAPI.GetMeeting(ctx, firstID).Execute()
	check(err)
	attendees := [][2]string{}
	for _, person := range one.Attendees {
		attendees = append(attendees, [2]string{person.GetName(), person.GetEmail()})
	}
	transcript := one.GetTranscript()
	tell("read", map[string]any{"attendees": attendees, "seconds": transcript.Entries[0].GetTimestampSeconds()})

	found, pages := []string{}, int32(1)
	for number := int32(1); number <= pages; number++ {
		page, _, err := client.MeetingsAPI.ListMeetings(ctx).
			From(first).
			To(first.AddDate(0, 0, 30)).
			AttendeeEmailAddresses([]string{people[0][1], people[1][1]}).
			SourceTypes([]string{"USER_PROVIDED", "ZOOM"}).
			PageSize(2).
			PageNumber(number).
			Execute()
		check(err)
		pages = page.PageCount
		for _, meeting := range page.Meetings {
			found = append(found, meeting.Id)
		}
	}
	tell("list", map[string]any{"ids": found, "pages": pages})

	details := parley.NewRemapMeetingMeetingDetails()
	details.SetServiceMeetingId(firstID)
	records := parley.NewRemapMeetingSalesforceRecords()
	records.SetAccountId("0018c00002ABCDEAA5")
	remap := parley.NewRemapMeeting(*records)
	remap.SetMeetingDetails(*details)
	accepted, _, err := client.RemapAPI.RemapMeeting(ctx).RemapMeeting(*remap).Execute()
	check(err)
	tell("remap", map[string]any{"accepted": accepted.Accepted, "requestId": accepted.RequestId})

	deadline := time.Now().Add(time.Minute)
	for {
		page, _, err := client.SignalsAPI.ListPromptExecutions(ctx, signal).ExecutionFrom(first).PageSize(50).Execute()
		check(err)
		sources := []string{}
		for _, execution := range page.Signals {
			sources = append(sources, execution.SourceId)
		}
		if len(sources) == len(ids) || time.Now().After(deadline) {
			tell("v1", map[string]any{"sourceIds": sources})
			break
		}
		time.Sleep(200 * time.Millisecond)
	}

	page, _, err := client.SignalsAPI.ListDefinitionExecutions(ctx, signal).ExecutionFrom(first).PageSize(50).Execute()
	check(err)
	numbers := []int64{}
	for _, execution := range page.Signals {
		numbers = append(numbers, execution.SourceId)
	}
	tell("v2", map[string]any{"sourceIds": numbers})

	_, response, err := client.MeetingsAPI.GetMeeting(ctx, 999_999_999).Execute()
	var refused *parley.GenericOpenAPIError
	if !errors.As(err, &refused) {
		panic("a meeting that does not exist was found")
	}
	body := refused.Model().(parley.Error)
	tell("error", map[string]any{"status": response.StatusCode, "message": body.Error})
}

func meeting(number int) parley.IngestMeeting {
	host := parley.NewIngestMeetingMeetingHost(people[0][1])
	host.SetName(people[0][0])
	attendees := []parley.IngestMeetingMeetingAttendee{}
	for _, person := range people {
		attendee := parley.NewIngestMeetingMeetingAttendee()
		attendee.SetName(person[0])
		attendee.SetEmail(person[1])
		attendees = append(attendees, *attendee)
	}
	speaker := parley.NewTranscriptSegmentSpeaker()
	speaker.SetName(people[0][0])
	segment := parley.NewTranscriptSegment("Shall we start with the numbers?")
	segment.SetTimestampSeconds(4.25)
	segment.SetSpeaker(*speaker)
	start := first.AddDate(0, 0, number)
	meeting := parley.NewIngestMeetingMeeting(fmt.Sprintf("Call %d", number), start, start.Add(30*time.Minute), *host)
	meeting.SetId(fmt.Sprintf("call-%d", number))
	meeting.SetAttendees(attendees)
	meeting.SetTranscript(*parley.NewIngestMeetingMeetingTranscript([]parley.TranscriptSegment{*segment}))
	return *parley.NewIngestMeeting(*meeting)
}
