/** A status machine as data: each status with the statuses it may become. */
export type Transitions<Status extends string> = Readonly<Record<Status, readonly Status[]>>

/** True when the machine lets `from` become `to`. Staying as it is counts as no step, so it is false. */
export function mayBecome<Status extends string>(
  machine: Transitions<Status>,
  from: Status,
  to: Status,
): boolean {
  return machine[from].includes(to)
}
