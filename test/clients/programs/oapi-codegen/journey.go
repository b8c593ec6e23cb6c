// Walks the journey with the client that oapi-codegen makes; test/clients/journey.ts tells what it prints.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"time"

	openapi_types "github.com/oapi-codegen/runtime/types"

	parley "journey/generated"
)

var ctx = context.Background()
var first = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
var people = [][2]string{{"Ada Park", "ada@parley.example"}, {"Grace Lund", "grace@acme.example"}}

func tell(step string, facts map[string]any) {
	facts["step"] = step
	line, err := json.Marshal(facts)
	check(err)
	fmt.Println(string(line))
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// fresh fills a field whose type has no name.
func fresh[T any](field **T) *T {
	*field = new(T)
	return *field
}

func pointer[T any](value T) *T { return &value }

func connect(address string) *parley.ClientWithResponses {
	withKey := func(_ context.Context, request *http.Request) error {
		request.Header.Set("X-API-Key", os.Getenv("PARLEY_KEY"))
		return nil
	}
	client, err := parley.NewClientWithResponses(address, parley.WithRequestEditorFn(withKey))
	check(err)
	return client
}

// answered returns the body of a 200.
func answered[T any](body *T, answer interface{ Status() string }) *T {
	if body == nil {
		panic(answer.Status())
	}
	return body
}

func main() {
	client, receiver := connect(os.Getenv("PARLEY_API")), connect(os.Getenv("PARLEY_RECEIVER"))
	signal, err := strconv.ParseInt(os.Getenv("PARLEY_SIGNAL"), 10, 64)
	check(err)

	ids := []string{}
	for number := range 5 {
		taken, err := receiver.IngestMeetingWithResponse(ctx, &parley.IngestMeetingParams{}, meeting(number))
		check(err)
		ids = append(ids, answered(taken.JSON200, taken).MeetingId)
	}
	tell("ingest", map[string]any{"meetingIds": ids})
	firstID, err := strconv.ParseInt(ids[0], 10, 64)
	check(err)

	read, err := client.GetMeetingWithResponse(ctx, firstID, &parley.GetMeetingParams{})
	check(err)
	one := answered(read.JSON200, read)
	attendees := [][2]string{}
	for _, person := range one.Attendees {
		attendees = append(attendees, [2]string{*person.Name, string(*person.Email)})
	}
	tell("read", map[string]any{"attendees": attendees, "seconds": *one.Transcript.Entries[0].TimestampSeconds})

	found, pages := []string{}, int32(1)
	for number := int32(1); number <= pages; number++ {
		answer, err := client.ListMeetingsWithResponse(ctx, &parley.ListMeetingsParams{
			From:                   first,
			To:                     pointer(first.AddDate(0, 0, 30)),
			AttendeeEmailAddresses: &[]openapi_types.Email{openapi_types.Email(people[0][1]), openapi_types.Email(people[1][1])},
			SourceTypes:            &[]parley.ListMeetingsParamsSourceTypes{"USER_PROVIDED", "ZOOM"},
			PageSize:               pointer(int32(2)),
			PageNumber:             &number,
		})
		check(err)
		page := answered(answer.JSON200, answer)
		pages = page.PageCount
		for _, meeting := range page.Meetings {
			found = append(found, meeting.Id)
		}
	}
	tell("list", map[string]any{"ids": found, "pages": pages})

	remap := parley.RemapMeeting{}
	fresh(&remap.MeetingDetails).ServiceMeetingId = &firstID
	remap.SalesforceRecords.AccountId = pointer("0018c00002ABCDEAA5")
	remapped, err := client.RemapMeetingWithResponse(ctx, &parley.RemapMeetingParams{}, remap)
	check(err)
	accepted := answered(remapped.JSON200, remapped)
	tell("remap", map[string]any{"accepted": accepted.Accepted, "requestId": accepted.RequestId})

	deadline := time.Now().Add(time.Minute)
	for {
		window := parley.ListPromptExecutionsParams{ExecutionFrom: first, PageSize: pointer(int32(50))}
		answer, err := client.ListPromptExecutionsWithResponse(ctx, signal, &window)
		check(err)
		sources := []string{}
		for _, execution := range answered(answer.JSON200, answer).Signals {
			sources = append(sources, execution.SourceId)
		}
		if len(sources) == len(ids) || time.Now().After(deadline) {
			tell("v1", map[string]any{"sourceIds": sources})
			break
		}
		time.Sleep(200 * time.Millisecond)
	}

	window := parley.ListDefinitionExecutionsParams{ExecutionFrom: first, PageSize: pointer(int32(50))}
	definitions, err := client.ListDefinitionExecutionsWithResponse(ctx, signal, &window)
	check(err)
	numbers := []int64{}
	for _, execution := range answered(definitions.JSON200, definitions).Signals {
		numbers = append(numbers, execution.SourceId)
	}
	tell("v2", map[string]any{"sourceIds": numbers})

	missing, err := client.GetMeetingWithResponse(ctx, 999_999_999, &parley.GetMeetingParams{})
	check(err)
	tell("error", map[string]any{"status": missing.StatusCode(), "message": answered(missing.JSON404, missing).Error})
}

func meeting(number int) parley.IngestMeeting {
	start := first.AddDate(0, 0, number)
	meeting := parley.IngestMeetingMeeting{
		Id:        pointer(fmt.Sprintf("call-%d", number)),
		Title:     fmt.Sprintf("Call %d", number),
		StartTime: start,
		EndTime:   start.Add(30 * time.Minute),
		Attendees: &[]parley.IngestMeetingMeetingAttendee{},
	}
	meeting.Host.Name = &people[0][0]
	meeting.Host.Email = openapi_types.Email(people[0][1])
	for _, person := range people {
		attendee := parley.IngestMeetingMeetingAttendee{Name: &person[0], Email: pointer(openapi_types.Email(person[1]))}
		*meeting.Attendees = append(*meeting.Attendees, attendee)
	}
	segment := parley.TranscriptSegment{Text: "Shall we start with the numbers?", TimestampSeconds: pointer(4.25)}
	fresh(&segment.Speaker).Name = &people[0][0]
	fresh(&meeting.Transcript).Segments = []parley.TranscriptSegment{segment}
	return parley.IngestMeeting{Meeting: meeting}
}
