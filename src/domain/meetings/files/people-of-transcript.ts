import type { ListedPerson, ParsedTranscript } from '../formats/types.ts';

/** More people than a meeting may have; further ones are not collected, because the meeting will be refused. */
const MAX_PEOPLE = 20_000;

/**
 * Returns everybody whom the file lists or who speaks, each once: names that differ only in case and white space belong
 * to one person. Somebody who is listed with an address is not the same as somebody of that name with another address.
 */
export function peopleOfTranscript(transcript: ParsedTranscript): ListedPerson[] {
  const { attendees = [], listsEverybody = false, segments } = transcript;
  if (listsEverybody) return attendees;
  const people: ListedPerson[] = [];
  const known = new Set<string>();
  for (const person of attendees) {
    const key = person.name === undefined ? '' : nameKey(person.name);
    if (person.email === undefined && (key === '' || known.has(key))) continue;
    if (key !== '') known.add(key);
    people.push(person);
    if (people.length > MAX_PEOPLE) return people;
  }
  const seen = new Set<string>();
  for (const { speaker } of segments) {
    if (speaker === undefined || seen.has(speaker.name)) continue;
    seen.add(speaker.name);
    if (seen.size > MAX_PEOPLE || people.length > MAX_PEOPLE) break;
    const key = nameKey(speaker.name);
    if (key === '' || known.has(key)) continue;
    known.add(key);
    people.push({ name: speaker.name });
  }
  return people;
}

function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase().split(/\s+/).filter(Boolean).join(' ');
}
