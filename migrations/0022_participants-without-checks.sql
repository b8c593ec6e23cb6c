-- Whether the meeting of a participant is there was checked for each row, although every writer holds the meeting's
-- row: of a meeting of 10,000 attendees that was half of what it cost to store. Participants still go with their
-- meeting.
create function delete_participants() returns trigger language plpgsql as $$
begin
  delete from meeting_participants where organization_id = old.organization_id and meeting_id = old.id;
  return null;
end $$;

alter table meeting_participants drop constraint meeting_participants_organization_id_meeting_id_fkey;

create trigger delete_participants after delete on meetings for each row execute function delete_participants();
