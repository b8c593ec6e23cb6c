import { emailKey, isEmail } from '../../../../lib/text.ts';
import type { ListedPerson } from '../types.ts';
import type { JsonPlace } from './place.ts';

/** Collects the people that a document lists, each address once. */
export class ListedPeople {
  readonly #people: ListedPerson[] = [];
  readonly #byEmail = new Map<string, ListedPerson>();
  readonly #warnings: string[];

  /** @param warnings receives what is not kept */
  constructor(warnings: string[]) {
    this.#warnings = warnings;
  }

  /**
   * Adds somebody with a name and an address; either may be absent. Without both nobody is added.
   * @returns the person, which is an earlier one if that has the same address
   */
  add(
    name: JsonPlace | undefined,
    email: JsonPlace | undefined,
    isInternal?: boolean,
  ): ListedPerson | undefined {
    const text = email?.optionalText();
    const address = text !== undefined && isEmail(text) ? text : undefined;
    if (text !== undefined && address === undefined) {
      this.#warnings.push(`${email!.path} is no e-mail address and is not kept`);
    }
    const person: ListedPerson = {};
    const known = name?.optionalText();
    if (known !== undefined) person.name = known;
    if (address !== undefined) person.email = address;
    if (isInternal !== undefined) person.isInternal = isInternal;
    if (known === undefined && address === undefined) return undefined;
    const same = address === undefined ? undefined : this.#byEmail.get(emailKey(address));
    if (same === undefined) {
      this.#people.push(person);
      if (address !== undefined) this.#byEmail.set(emailKey(address), person);
      return person;
    }
    if (same.name !== undefined && known !== undefined && same.name !== known) {
      this.#warnings.push(`${name!.path} is another name for the address of "${same.name}" and is not kept`);
    }
    if (same.name === undefined && known !== undefined) same.name = known;
    if (same.isInternal === undefined && isInternal !== undefined) same.isInternal = isInternal;
    return same;
  }

  /** Returns the person with an address. */
  withEmail(email: string): ListedPerson | undefined {
    return this.#byEmail.get(emailKey(email));
  }

  list(): ListedPerson[] {
    return this.#people;
  }
}
