import type { FuzzingTenant } from './fuzzing-tenant.ts';
import type { Sender, WireAnswer, WireRequest } from './http-exchange.ts';
import { plainRequest } from './plain-request.ts';
import type { TextPlace } from './text-places.ts';

/** Returns the plain request of the place's operation with the text at the place. */
export function requestWith(caller: FuzzingTenant, place: TextPlace, text: string): WireRequest {
  return caller.write({
    draft: plainRequest(place.operation),
    twist: { name: place.name, isWrong: false, apply: (draft) => place.apply(draft, text) },
  });
}

/**
 * Sends all cells, with limited concurrency.
 * @param judge receives each response, in the order of arrival
 */
export async function sendAll<Cell>(
  sender: Sender,
  cells: readonly Cell[],
  lanes: number,
  write: (cell: Cell) => WireRequest,
  judge: (cell: Cell, request: WireRequest, answer: WireAnswer) => void,
): Promise<void> {
  const left = cells.values();
  const lane = async () => {
    for (const cell of left) {
      const request = write(cell);
      judge(cell, request, await sender.send(request));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
