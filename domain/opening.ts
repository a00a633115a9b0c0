/**
 * The opening of a lot at an announced hour. Whoever is in the waiting room when it opens gets a place, drawn once; the
 * first places, as many as there are units, may buy at once, the next as many a minute later, and so on. Nobody's turn
 * ends: a place is when one may begin. Whoever has none comes when all places have had their turn.
 */

/** The waiting room is open for so long before the opening, in seconds (`market.room_time`). */
export const ROOM_SECONDS = 900
/** Between one turn and the next, in seconds. */
export const TURN_SECONDS = 60

/** A draw: how many people were there, and for how many units. */
export type Draw = { people: number; units: number }

/** When a fan may begin to buy. `opensAt` and the answer are milliseconds since 1970; `place` is null without one. */
export function turnAt(opensAt: number, { people, units }: Draw, place: number | null): number {
  const turn = place === null ? Math.ceil(people / units) : Math.floor((place - 1) / units)
  return opensAt + turn * TURN_SECONDS * 1000
}

/** Whether the waiting room lets people in at `now`. */
export function isRoomOpen(opensAt: number, now: number): boolean {
  return now < opensAt && now >= opensAt - ROOM_SECONDS * 1000
}
